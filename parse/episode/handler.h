/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_HANDLER_H
#define MMS_PARSE_EPISODE_HANDLER_H

#include "parse/episode/rows.h"
#include "parse/event.h"

struct mms_ep;
struct mms_rule;

/**
 * struct mms_handler - What an event that its .sql file gives to it means.
 * @name: the word behind "-- engine:"
 * @args: words that may stand behind it, ended by NULL; NULL: none may
 * @fields: what it reads, ended by NULL; "NEW|OLD" takes the first that the
 *	event has
 * @init: looks at the fields that an event type has; may be NULL
 * @run: takes an event; returns 0 or a negative errno
 * @add_arg: takes a word that is none of @args, returns its index behind those,
 *	or -1; may be NULL
 */
struct mms_handler {
	const char *name;
	const char *const *args;
	const char *const *fields;
	void (*init)(struct mms_ep *ep, struct mms_rule *rule);
	int (*run)(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev);
	int (*add_arg)(struct mms_ep *ep, const char *word, size_t len);
};

#define MMS_RULE_FIELDS 14

/**
 * struct mms_rule - A handler, bound to an event type of the input.
 * @arg: index into handler->args, -1 without one
 * @variant: what handler->init() found out
 * @fields: in the order of handler->fields; NULL where the type has none
 */
struct mms_rule {
	const struct mms_handler *handler;
	int arg;
	int variant;
	const struct mms_field *fields[MMS_RULE_FIELDS];
};

/* Value of field @i; MMS_UNKNOWN when this kernel's event does not have it. */
static inline int64_t mms_rule_int(const struct mms_rule *rule, const struct mms_event *ev,
				   unsigned int i)
{
	int64_t value = MMS_UNKNOWN;

	mms_field_int(ev, rule->fields[i], &value);
	return value;
}

/* Characters of field @i, not NUL-terminated; NULL when it has none. */
static inline const char *mms_rule_text(const struct mms_rule *rule, const struct mms_event *ev,
					unsigned int i, uint32_t *ret_len)
{
	const struct mms_field *f = rule->fields[i];

	return f && f->kind == MMS_FIELD_TEXT ? (const char *)mms_field_bytes(ev, f, ret_len)
					      : NULL;
}

extern const struct mms_handler *const mms_handlers[]; /* ended by NULL */

#endif
