// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/buf.h"
#include "common/err.h"
#include "parse/parse.h"
#include "parse/parse_sql.h"
#include "parse/values.h"
#include "schema/stmt.h"

static const char heading[] = "label,run,metric,unit,value";

enum { LABEL, RUN, METRIC, UNIT, VALUE, BETTER, MAX_FIELDS, MAX_BYTES = 64 << 20 };

bool mms_values_is(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char head[sizeof(heading) + 3];
	struct stat st;
	ssize_t n = -1;

	if (fd < 0)
		return false;
	/* what is read of a pipe is gone */
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		n = read(fd, head, sizeof(head) - 1);
	close(fd);
	if (n < (ssize_t)sizeof(heading) - 1)
		return false;
	return !memcmp(head, heading, sizeof(heading) - 1) ||
	       (!memcmp(head, "\xef\xbb\xbf", 3) && n >= (ssize_t)sizeof(heading) + 2 &&
		!memcmp(head + 3, heading, sizeof(heading) - 1));
}

/* Cut the next field out of @s in place; "a ""b""" is a "b". Return: what follows it. */
static char *take_field(char *s, char **ret_field)
{
	char *to = s;

	*ret_field = s;
	if (*s != '"') {
		s += strcspn(s, ",");
	} else {
		for (s++; *s && (*s != '"' || s[1] == '"'); s++) {
			s += *s == '"';
			*to++ = *s;
		}
		s += *s == '"';
		s += strcspn(s, ",");
		*to = '\0';
	}
	if (!*s)
		return NULL;
	*s = '\0';
	return s + 1;
}

static size_t split(char *line, char **fields)
{
	size_t n = 0;

	while (line && n < MAX_FIELDS)
		line = take_field(line, &fields[n++]);
	return line ? MAX_FIELDS + 1 : n;
}

struct loader {
	const char *path;
	unsigned long line;
	const struct mms_parse_opts *opts;
	struct mms_stmt *find;
	struct mms_stmt *make;
	struct mms_stmt *put;
	size_t nr_values;
	size_t nr_made;
};

static void mms_auto_loader(struct loader *l)
{
	mms_stmt_close(l->find);
	mms_stmt_close(l->make);
	mms_stmt_close(l->put);
}

static int bad(const struct loader *l, const char *what, const char *text)
{
	return mms_err(-EBADMSG, "%s, line %lu: %s: '%s'", l->path, l->line, what, text);
}

/* Return: 1 and the run's id, 0 when there is none, or a negative errno. */
static int find_run(struct loader *l, const char *label, int64_t n, int64_t *ret_id)
{
	int ret;

	mms_stmt_bind_text(l->find, ":label", label);
	mms_stmt_bind_int(l->find, ":n", n);
	ret = mms_stmt_step(l->find);
	if (ret <= 0)
		return ret;
	*ret_id = mms_stmt_int(l->find, 0);
	ret = mms_stmt_run(l->find);
	return ret ? ret : 1;
}

static int need_run(struct loader *l, const char *label, int64_t n, int64_t *ret_id)
{
	int ret = find_run(l, label, n, ret_id);

	if (ret)
		return ret < 0 ? ret : 0;
	mms_stmt_bind_text(l->make, ":label", label);
	mms_stmt_bind_int(l->make, ":n", n);
	mms_stmt_bind_text(l->make, ":source", l->path);
	ret = mms_stmt_run(l->make);
	if (!ret)
		ret = find_run(l, label, n, ret_id);
	l->nr_made++;
	return ret < 0 ? ret : 0;
}

/* Unknown values are said in many ways. */
static bool is_unknown(const char *text)
{
	return !*text || !strcmp(text, "?") || !strcmp(text, "-") || !strcasecmp(text, "nan") ||
	       !strcasecmp(text, "na");
}

static int bind_value(struct loader *l, const char *text)
{
	char *end;
	double value;

	mms_stmt_bind_null(l->put, ":value");
	if (is_unknown(text))
		return 0;
	value = strtod(text, &end);
	if (*end || !isfinite(value))
		return bad(l, "no number", text);
	mms_stmt_bind_real(l->put, ":value", value);
	return 0;
}

static int put(struct loader *l, char **f, int64_t run_id)
{
	int ret = bind_value(l, f[VALUE]);

	if (ret)
		return ret;
	mms_stmt_bind_int(l->put, ":run_id", run_id);
	mms_stmt_bind_text(l->put, ":metric", f[METRIC]);
	mms_stmt_bind_text(l->put, ":unit", strcmp(f[UNIT], "%") ? f[UNIT] : "pct");
	mms_stmt_bind_text(l->put, ":better", *f[BETTER] ? f[BETTER] : NULL);
	mms_stmt_bind_int(l->put, ":force", l->opts->force);
	ret = mms_stmt_step(l->put);
	if (ret > 0) {
		l->nr_values++;
		return mms_stmt_run(l->put);
	}
	return ret ? ret
		   : mms_err(-EEXIST,
			     "%s, line %lu: run %s/%s has a value of '%s' already; --force replaces it",
			     l->path, l->line, f[LABEL], f[RUN], f[METRIC]);
}

static int take_line(struct loader *l, char *line)
{
	char none[] = "", *f[MAX_FIELDS + 1] = { NULL };
	size_t n = split(line, f);
	char *end;
	int64_t run, id;
	int ret;

	if (n != VALUE + 1 && n != MAX_FIELDS)
		return bad(l, "not label,run,metric,unit,value", line);
	if (n == VALUE + 1)
		f[BETTER] = none;
	run = strtoll(f[RUN], &end, 10);
	if (!*f[RUN] || *end || run < 1)
		return bad(l, "no number of a run", f[RUN]);
	if (!*f[LABEL] || !*f[METRIC])
		return bad(l, "no label or no metric", f[LABEL]);
	if (*f[BETTER] && strcmp(f[BETTER], "less") && strcmp(f[BETTER], "more"))
		return bad(l, "neither less nor more", f[BETTER]);
	ret = need_run(l, f[LABEL], run, &id);
	return ret ? ret : put(l, f, id);
}

static int take_lines(struct loader *l, char *text)
{
	int ret = 0;

	while (text && !ret) {
		char *line = text;

		text = strchr(text, '\n');
		if (text)
			*text++ = '\0';
		line[strcspn(line, "\r")] = '\0';
		if (l->line++ && *line && *line != '#')
			ret = take_line(l, line);
	}
	return ret;
}

int mms_values_load(struct sqlite3 *db, const char *path, const struct mms_parse_opts *opts,
		    struct mms_parse_result *ret_result)
{
	struct loader l mms_auto(loader) = { .path = path, .opts = opts };
	struct mms_buf text mms_auto(buf) = { 0 };
	int ret = mms_buf_read_file(&text, AT_FDCWD, path, MAX_BYTES);

	if (ret)
		return mms_err(ret, "%s: %s", path, strerror(-ret));
	ret = mms_stmt_open(db, mms_parse_sql, "values_run_find", &l.find);
	if (!ret)
		ret = mms_stmt_open(db, mms_parse_sql, "values_run_make", &l.make);
	if (!ret)
		ret = mms_stmt_open(db, mms_parse_sql, "values_put", &l.put);
	if (!ret)
		ret = take_lines(&l, text.data);
	if (!ret && !l.nr_values)
		return mms_err(-ENODATA, "%s: there is no value in it", path);
	if (ret)
		return ret;
	memset(ret_result, 0, sizeof(*ret_result));
	snprintf(ret_result->name, sizeof(ret_result->name), "%zu values", l.nr_values);
	if (l.nr_made)
		snprintf(ret_result->notes, sizeof(ret_result->notes),
			 "%zu runs were made for them: they have no recording", l.nr_made);
	return 0;
}
