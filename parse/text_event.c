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

/* Is @label here, as "label=" or, when the event is declared, alone? */
static bool take_label(struct split *sp, int label)
{
	const struct mms_text_label *l = &sp->type->labels[label];
	struct mms_slice s = sp->s;

	if (!starts_with(s, l))
		return false;
	s.pos += l->len;
	if (s.pos < s.end && *s.pos == '=') {
		s.pos++;
	} else if (sp->type->declared && ends_label(s)) {
		mms_skip_text(&s, ":");
		mms_skip_blanks(&s);
	} else {
		return false;
	}
	sp->s = s;
	return true;
}

/* The label that stood here last time. */
static int take_guess(struct split *sp)
{
	int guess = sp->last < 0 ? sp->type->first : sp->type->labels[sp->last].next;

	return guess >= 0 && take_label(sp, guess) ? guess : -1;
}

/* The longest label that is here. */
static int take_any(struct split *sp)
{
	int best = -1;

	for (unsigned int i = 0; i < sp->type->nr_labels; i++)
		if (starts_with(sp->s, &sp->type->labels[i]) &&
		    (best < 0 || sp->type->labels[i].len > sp->type->labels[best].len)) {
			struct mms_slice before = sp->s;

			if (take_label(sp, (int)i))
				best = (int)i;
			sp->s = before;
		}
	if (best >= 0)
		take_label(sp, best);
	return best;
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
		if (mms_slice_is(sp->out->v[i].key, key.pos, mms_slice_len(key)))
			return false;
	return true;
}

static void add_value(struct split *sp, int label, struct mms_slice key, struct mms_slice text)
{
	sp->open = false;
	if (!is_first(sp, label, key)) {
		sp->out->nr_twice++;
		return;
	}
	if (sp->out->nr == MMS_TEXT_MAX_VALUES) {
		sp->out->nr_bare++;
		return;
	}
	sp->out->v[sp->out->nr++] = (struct mms_text_value){ label, key, text };
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

/* The value behind a label: a word; add_word() may add more to it. */
static void take_value(struct split *sp, int label, struct mms_slice key)
{
	struct mms_slice text = { sp->s.pos, word_end(sp->s) };

	if (label >= 0 && sp->type->labels[label].is_rest)
		text.end = sp->s.end;
	sp->s.pos = text.end;
	add_value(sp, label, key, text.pos[-1] == '=' ? text : without_colon(text));
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
	int place = sp->nr_places < MMS_TEXT_MAX_PLACES ? sp->type->places[sp->nr_places] : -1;

	if (goes_on(sp, word)) {
		sp->out->v[sp->out->nr - 1].text.end = word.end;
	} else if (place >= 0) {
		sp->nr_places++;
		add_value(sp, place, word, without_colon(word));
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
			label = take_any(&sp);
		if (label >= 0)
			key.end = key.pos + type->labels[label].len;
		if (label >= 0 || take_key(&sp, &key))
			take_value(&sp, label, key);
		else
			add_word(&sp);
	}
}
