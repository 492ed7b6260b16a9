// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "common/meta.h"
#include "parse/episode/state.h"
#include "schema/db.h"

static bool is_word(const char *word, size_t len, const char *text)
{
	return strlen(text) == len && !memcmp(word, text, len);
}

/* The file of a tracepoint: named as the event, of the event's system. */
static const struct mms_file *find_file(const struct mms_event_type *type)
{
	for (const struct mms_file *f = mms_tracepoints; f->name; f++) {
		size_t len, system = strlen(type->system);
		const char *v;

		if (strcmp(f->name, type->name))
			continue;
		v = mms_meta_get(f->text, "tracepoint", &len);
		return v && len > system && v[system] == ':' && !memcmp(v, type->system, system)
			       ? f
			       : NULL;
	}
	return NULL;
}

/* The first of "NEW|OLD" that the type has. */
static const struct mms_field *find_field(const struct mms_event_type *type, const char *names)
{
	while (*names) {
		size_t len = strcspn(names, "|");

		for (unsigned int i = 0; i < type->nr_fields; i++)
			if (is_word(names, len, type->fields[i].name))
				return &type->fields[i];
		names += len + (names[len] == '|');
	}
	return NULL;
}

static const struct mms_handler *find_handler(const char *word, size_t len)
{
	for (const struct mms_handler *const *h = mms_handlers; *h; h++)
		if (is_word(word, len, (*h)->name))
			return *h;
	return NULL;
}

/* Index of @word in @args, -1 when it is none of them. */
static int find_arg(const char *const *args, const char *word, size_t len)
{
	for (int i = 0; args && args[i]; i++)
		if (is_word(word, len, args[i]))
			return i;
	return -1;
}

static int bind_rule(struct mms_ep *ep, const struct mms_event_type *type,
		     const struct mms_meta *line, struct mms_rule *rule)
{
	const char *value = line->value, *word;
	size_t left = line->value_len, len;

	word = mms_meta_word(&value, &left, &len);
	rule->handler = word ? find_handler(word, len) : NULL;
	if (!rule->handler)
		return mms_err(-EINVAL, "schema/tracepoints/%s.sql: no handler '%.*s'", type->name,
			       (int)line->value_len, line->value);
	rule->arg = -1;
	word = mms_meta_word(&value, &left, &len);
	if (word)
		rule->arg = find_arg(rule->handler->args, word, len);
	if (word && rule->arg < 0 && rule->handler->add_arg)
		rule->arg = rule->handler->add_arg(ep, word, len);
	if (!word != !rule->handler->args || (word && rule->arg < 0))
		return mms_err(-EINVAL, "schema/tracepoints/%s.sql: wrong argument in '%.*s'",
			       type->name, (int)line->value_len, line->value);
	for (unsigned int i = 0; i < MMS_RULE_FIELDS && rule->handler->fields[i]; i++)
		rule->fields[i] = find_field(type, rule->handler->fields[i]);
	return 0;
}

static int add_rule(struct mms_ep *ep, const struct mms_event_type *type,
		    const struct mms_meta *line, struct mms_type_rules *tr)
{
	struct mms_rule *rules =
		reallocarray(tr->rules, tr->nr_rules + 1, sizeof(*rules)); /* once per type */
	struct mms_rule *rule;
	int ret;

	if (!rules)
		return -ENOMEM;
	tr->rules = rules;
	rule = &rules[tr->nr_rules];
	memset(rule, 0, sizeof(*rule));
	ret = bind_rule(ep, type, line, rule);
	if (ret)
		return ret;
	tr->nr_rules++;
	if (rule->handler->init)
		rule->handler->init(ep, rule);
	return 0;
}

/* Fields that this kernel's event lacks are passed over. */
static int add_sums(const struct mms_event_type *type, const struct mms_meta *line,
		    struct mms_type_rules *tr)
{
	const char *value = line->value, *word;
	size_t left = line->value_len, len;

	while ((word = mms_meta_word(&value, &left, &len))) {
		struct mms_sum *sums;

		for (unsigned int i = 0; i < type->nr_fields; i++) {
			if (!is_word(word, len, type->fields[i].name))
				continue;
			sums = reallocarray(tr->sums, tr->nr_sums + 1, sizeof(*sums));
			if (!sums)
				return -ENOMEM;
			tr->sums = sums;
			sums[tr->nr_sums++] = (struct mms_sum){ .field = &type->fields[i] };
		}
	}
	return 0;
}

static int bind_type(struct mms_ep *ep, const struct mms_event_type *type,
		     struct mms_type_rules *tr)
{
	const struct mms_file *file = find_file(type);
	const char *pos = file ? file->text : "";
	struct mms_meta line;
	int ret = 0;

	tr->off = ep->opts.recorded &&
		  !ep->opts.recorded(ep->opts.recorded_ctx, type->system, type->name);
	while (!ret && mms_meta_next(&pos, &line)) {
		if (is_word(line.key, line.key_len, "engine"))
			ret = add_rule(ep, type, &line, tr);
		else if (is_word(line.key, line.key_len, "sum"))
			ret = add_sums(type, &line, tr);
	}
	return ret;
}

int mms_rules_new(struct mms_ep *ep, const struct mms_source_info *info,
		  struct mms_type_rules **ret_rules)
{
	struct mms_type_rules *rules = calloc(info->nr_types + 1, sizeof(*rules));
	int ret = rules ? 0 : -ENOMEM;

	for (unsigned int i = 0; !ret && i < info->nr_types; i++)
		ret = bind_type(ep, &info->types[i], &rules[i]);
	if (ret)
		mms_rules_free(rules, info->nr_types);
	else
		*ret_rules = rules;
	return ret;
}

void mms_rules_free(struct mms_type_rules *rules, unsigned int nr_types)
{
	for (unsigned int i = 0; rules && i < nr_types; i++) {
		free(rules[i].rules);
		free(rules[i].sums);
	}
	free(rules);
}

static bool is_rule(const struct mms_rule *rule, const char *handler, const char *arg)
{
	return !strcmp(rule->handler->name, handler) &&
	       (!arg || find_arg(rule->handler->args, arg, strlen(arg)) == rule->arg);
}

bool mms_rules_have(const struct mms_type_rules *rules, unsigned int nr_types, const char *handler,
		    const char *arg)
{
	for (unsigned int i = 0; i < nr_types; i++)
		for (unsigned int k = 0; k < rules[i].nr_rules; k++)
			if (!rules[i].off && is_rule(&rules[i].rules[k], handler, arg))
				return true;
	return false;
}
