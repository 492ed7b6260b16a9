// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/text_event.h"

/* A payload on its way: @s is what is left of it. */
struct split {
	struct mms_text_type *type;
	struct mms_slice s;
	struct mms_text_values *out;
	int last;               /* label that came last, -1: none */
	unsigned int nr_places; /* words that stood alone */
	bool open;              /* the last value may have more words */
	bool place_open;        /* it may have "[module]" */
	uint64_t seen[MMS_TEXT_MAX_FIELDS / 64];
};

static bool is_key(char c)
{
	return mms_is_word(c) || c == '-' || c == '.';
}

/* A label that is no key stands apart from what follows. */
static bool ends_label(struct mms_slice s)
{
	return s.pos == s.end || mms_is_blank(*s.pos) || *s.pos == ':';
}

/* The end of the word that begins here. */
static const char *word_end(struct mms_slice s)
{
	while (s.pos < s.end && !mms_is_blank(*s.pos))
		s.pos++;
	return s.pos;
}

static bool starts_with(struct mms_slice s, const struct mms_text_label *l)
{
	return mms_slice_len(s) >= l->len && *s.pos == *l->text && !memcmp(s.pos, l->text, l->len);
}

/* Is @label here, as "label=" or, when the event is declared, alone? Then move behind it. */
static bool take_label(const struct mms_text_type *type, int label, struct mms_slice *s)
{
	const struct mms_text_label *l = &type->labels[label];
	struct mms_slice after = *s;

	if (!starts_with(after, l))
		return false;
	after.pos += l->len;
	if (after.pos < after.end && *after.pos == '=') {
		after.pos++;
	} else if (type->declared && ends_label(after)) {
		mms_skip_text(&after, ":");
		mms_skip_blanks(&after);
	} else {
		return false;
	}
	*s = after;
	return true;
}

/* The label that stood here last time. */
static int take_guess(struct split *sp)
{
	int guess = sp->last < 0 ? sp->type->first : sp->type->labels[sp->last].next;

	return guess >= 0 && take_label(sp->type, guess, &sp->s) ? guess : -1;
}

/* The longest label that is here. */
static int take_any(const struct mms_text_type *type, struct mms_slice *s)
{
	struct mms_slice after, best_after = *s;
	int best = -1;

	for (unsigned int i = 0; i < type->nr_labels; i++) {
		after = *s;
		if ((best < 0 || type->labels[i].len > type->labels[best].len) &&
		    take_label(type, (int)i, &after)) {
			best = (int)i;
			best_after = after;
		}
	}
	*s = best_after;
	return best;
}

bool mms_text_begins_with_label(const struct mms_text_type *type, struct mms_slice text)
{
	return take_any(type, &text) >= 0;
}

/* A key that the event does not have. */
static bool take_key(struct split *sp, struct mms_slice *ret_key)
{
	struct mms_slice s = sp->s;

	if (s.pos < s.end && !mms_is_letter(*s.pos))
		return false;
	while (s.pos < s.end && is_key(*s.pos))
		s.pos++;
	if (s.pos == s.end || *s.pos != '=')
		return false;
	*ret_key = (struct mms_slice){ sp->s.pos, s.pos };
	sp->s.pos = s.pos + 1;
	return true;
}

/* Is it the first time that this label, or this new key, comes? */
static bool is_first(struct split *sp, int label, struct mms_slice key)
{
	if (label >= 0) {
		uint64_t bit = 1ull << (label % 64), *word = &sp->seen[label / 64];
		bool first = !(*word & bit);

		*word |= bit;
		return first;
	}
	for (unsigned int i = 0; i < sp->out->nr; i++)
		if (sp->out->v[i].label < 0 &&
		    mms_slice_is(sp->out->v[i].key, key.pos, mms_slice_len(key)))
			return false;
	return true;
}

static inline __attribute__((always_inline)) void
add_value(struct split *sp, int label, struct mms_slice key, struct mms_slice text)
{
	struct mms_text_value *v;

	sp->open = sp->place_open = false;
	if (!is_first(sp, label, key)) {
		sp->out->nr_twice++;
		return;
	}
	if (sp->out->nr == MMS_TEXT_MAX_VALUES) {
		sp->out->nr_bare++;
		return;
	}
	v = &sp->out->v[sp->out->nr++];
	v->label = label;
	if (label < 0)
		v->key = key;
	v->text = text;
	sp->open = true;
}

static const struct mms_text_field *field_of(const struct split *sp, int label)
{
	int field = label < 0 ? -1 : sp->type->labels[label].field;

	return field < 0 ? NULL : &sp->type->fields[field];
}

/* Of "bdi 8:0: ..." and the like. */
static struct mms_slice without_colon(struct mms_slice word)
{
	if (word.pos < word.end && word.end[-1] == ':')
		word.end--;
	return word;
}

/* Behind a label that stands alone: a word, or nothing when that is the next label. */
static struct mms_slice word_behind(struct split *sp)
{
	struct mms_slice text = { sp->s.pos, word_end(sp->s) }, s = sp->s;

	if (take_any(sp->type, &s) >= 0)
		text.end = text.pos;
	return without_colon(text);
}

/* The value behind a label: a word; add_word() may add more to it. */
static void take_value(struct split *sp, int label, struct mms_slice key)
{
	struct mms_slice text = { sp->s.pos, word_end(sp->s) };

	if (label >= 0 && sp->type->labels[label].is_rest)
		text.end = sp->s.end;
	else if (text.pos[-1] != '=')
		text = word_behind(sp);
	sp->s.pos = text.end;
	mms_skip_text(&sp->s, ":");
	add_value(sp, label, key, text);
	if (label < 0)
		return;
	if (sp->last < 0)
		sp->type->first = label;
	else
		sp->type->labels[sp->last].next = label;
	sp->last = label;
}

/* Does a word that stands alone go on with the last value? */
static bool goes_on(const struct split *sp, struct mms_slice word)
{
	const struct mms_text_value *v;
	const struct mms_text_field *f;

	if (sp->place_open)
		return *word.pos == '[';
	if (!sp->open || !sp->out->nr)
		return false;
	v = &sp->out->v[sp->out->nr - 1];
	f = field_of(sp, v->label);
	if (f && f->is_text)
		return true;
	if ((f && (f->is_number || f->nr_symbols)) || v->text.pos == v->text.end ||
	    !(mms_is_letter(*v->text.pos) || *v->text.pos == '"'))
		return false;
	/* "function+0x10/0x20 [module]", or a text; flags are one word */
	return *word.pos == '[' ||
	       (mms_is_word(*word.pos) && !memchr(v->text.pos, '|', mms_slice_len(v->text)) &&
		!memchr(word.pos, '|', mms_slice_len(word)));
}

static bool has_word(struct mms_slice s)
{
	for (; s.pos < s.end; s.pos++)
		if (mms_is_word(*s.pos))
			return true;
	return false;
}

/* A word that is no label: of a place of its own, of the last value, or of nothing. */
static void add_word(struct split *sp)
{
	struct mms_slice word = { sp->s.pos, word_end(sp->s) };
	bool in_front = sp->nr_places < MMS_TEXT_MAX_PLACES && sp->out->nr == sp->nr_places;
	int place = in_front ? sp->type->places[sp->nr_places] : -1;

	if (goes_on(sp, word)) {
		sp->out->v[sp->out->nr - 1].text.end = word.end;
	} else if (place >= 0) {
		sp->nr_places++;
		add_value(sp, place, word, without_colon(word));
		sp->place_open = sp->open;
	} else if (sp->type->rest >= 0) {
		word.end = sp->s.end;
		add_value(sp, sp->type->rest, word, word);
	} else {
		/* remarks in brackets, separators */
		sp->open = false;
		sp->out->nr_bare += has_word(word) && *word.pos != '(';
	}
	sp->s.pos = word.end;
}

/* What trace-cmd report prints in front of the fields of a format it cannot read. */
static void skip_failure(struct mms_slice *s)
{
	if (!mms_skip_text(s, "[FAILED TO PARSE]"))
		mms_skip_text(s, "[*FAILED TO PARSE*]");
}

void mms_text_split(struct mms_text_type *type, struct mms_slice payload,
		    struct mms_text_values *out)
{
	struct split sp = { .type = type, .s = payload, .out = out, .last = -1 };

	out->nr = out->nr_bare = out->nr_twice = 0;
	mms_trim_blanks(&sp.s);
	skip_failure(&sp.s);
	for (mms_skip_blanks(&sp.s); sp.s.pos < sp.s.end; mms_skip_blanks(&sp.s)) {
		struct mms_slice key = sp.s;
		int label = take_guess(&sp);

		if (label < 0)
			label = take_any(type, &sp.s);
		if (label >= 0)
			key.end = key.pos + type->labels[label].len;
		if (label >= 0 || take_key(&sp, &key))
			take_value(&sp, label, key);
		else
			add_word(&sp);
	}
}
