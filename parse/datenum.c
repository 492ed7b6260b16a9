// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of flags and symbols, out of the print formats, by libtraceevent. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>

#include "common/err.h"
#include "parse/datformat.h"

#define DEPTH_MAX 64

struct collect {
	struct mms_datfile *df;
	struct mms_datformat *fm;
	const struct mms_event_type *type;
	unsigned int alloc;
	int err;
};

static void add_enum(struct collect *c, const char *name, const struct tep_print_flag_sym *sym)
{
	struct mms_datformat *fm = c->fm;
	struct mms_source_enum *e;

	if (fm->nr_enums == c->alloc) {
		c->alloc = c->alloc ? 2 * c->alloc : 256;
		e = realloc(fm->enums, c->alloc * sizeof(*e));
		if (!e) {
			c->err = -ENOMEM;
			return;
		}
		fm->enums = e;
	}
	e = &fm->enums[fm->nr_enums];
	e->name = name;
	e->value = (int64_t)strtoull(sym->value, NULL, 0);
	e->text = mms_datfile_keep(c->df, sym->str, strlen(sym->str));
	if (e->text)
		fm->nr_enums++;
	else
		c->err = -ENOMEM;
}

/* The field that a plain expression is about: not a part or sum of fields. */
static const char *plain_field(const struct tep_print_arg *arg)
{
	while (arg && arg->type == TEP_PRINT_TYPE)
		arg = arg->typecast.item;
	return arg && arg->type == TEP_PRINT_FIELD ? arg->field.name : NULL;
}

static void add_symbols(struct collect *c, const struct tep_print_arg *field,
			const struct tep_print_flag_sym *sym)
{
	const char *name = plain_field(field);
	struct mms_buf buf mms_auto(buf) = { 0 };
	const char *full;

	if (!name || !sym || !mms_field_find(c->type, name))
		return;
	mms_buf_printf(&buf, "%s.%s", c->type->name, name);
	full = mms_datfile_keep(c->df, mms_buf_text(&buf), buf.len);
	if (!full)
		c->err = -ENOMEM;
	for (; sym && !c->err; sym = sym->next)
		add_enum(c, full, sym);
}

static void collect_args(struct collect *c, const struct tep_print_arg *arg, int depth)
{
	for (; arg && depth && !c->err; arg = arg->next) {
		if (arg->type == TEP_PRINT_FLAGS) {
			add_symbols(c, arg->flags.field, arg->flags.flags);
		} else if (arg->type == TEP_PRINT_SYMBOL) {
			add_symbols(c, arg->symbol.field, arg->symbol.symbols);
		} else if (arg->type == TEP_PRINT_OP) {
			collect_args(c, arg->op.left, depth - 1);
			collect_args(c, arg->op.right, depth - 1);
		} else if (arg->type == TEP_PRINT_TYPE) {
			collect_args(c, arg->typecast.item, depth - 1);
		}
	}
}

/*
 * libtraceevent does not know "REC->ent.pid" of 7.x and gives the whole print
 * format up: it gets the same field by its name in the format.
 */
static void mend_format(struct mms_buf *buf, const char *text)
{
	static const char from[] = "REC->ent.pid", to[] = "REC->common_pid";
	const char *p;

	for (; (p = strstr(text, from)); text = p + sizeof(from) - 1) {
		mms_buf_add(buf, text, (size_t)(p - text));
		mms_buf_add(buf, to, sizeof(to) - 1);
	}
	mms_buf_add(buf, text, strlen(text));
}

static void collect_type(struct collect *c, struct tep_handle *tep, struct mms_buf *buf)
{
	const struct tep_event *event;

	mms_buf_reset(buf);
	mend_format(buf, c->type->format);
	if (buf->err) {
		c->err = buf->err;
		return;
	}
	tep_parse_event(tep, buf->data, buf->len, c->type->system);
	event = tep_find_event(tep, c->type->id);
	if (event)
		collect_args(c, event->print_fmt.args, DEPTH_MAX);
}

int mms_datenum_read(struct mms_datfile *df, struct mms_datformat *fm)
{
	struct collect c = { .df = df, .fm = fm };
	struct mms_buf buf mms_auto(buf) = { 0 };
	struct tep_handle *tep = tep_alloc();

	if (!tep)
		return mms_err(-ENOMEM, "no memory for libtraceevent");
	tep_set_loglevel(TEP_LOG_NONE);
	for (unsigned int i = 0; i < fm->nr_types && !c.err; i++) {
		c.type = &fm->types[i];
		if (strstr(c.type->format, "__print_flags") ||
		    strstr(c.type->format, "__print_symbolic"))
			collect_type(&c, tep, &buf);
	}
	tep_free(tep);
	return c.err ? mms_err(c.err, "no memory for the symbols of %s", df->path) : 0;
}
