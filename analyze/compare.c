// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/collect.h"
#include "analyze/compare.h"
#include "analyze/compare_priv.h"
#include "common/buf.h"
#include "common/err.h"
#include "schema/db.h"
#include "schema/stmt.h"

int mms_compare_new(const struct mms_compare_opts *opts, struct mms_compare **ret_cmp)
{
	struct mms_compare *cmp mms_auto(compare) = calloc(1, sizeof(*cmp));
	int ret;

	if (!cmp)
		return mms_err(-ENOMEM, "no memory for a comparison");
	cmp->opts = opts;
	ret = mms_db_open(":memory:", MMS_DB_CREATE, &cmp->db);
	for (const struct mms_file *f = mms_compare_sql; !ret && f->name; f++)
		if (!strcmp(f->name, "cmp_tables"))
			ret = mms_db_exec(cmp->db, "comparison", f->text);
	if (!ret)
		*ret_cmp = mms_take(cmp);
	return ret;
}

static void row_release(struct mms_compare_row *row)
{
	free(row->name);
	free(row->unit);
	free(row->metric);
	free(row->meanings);
	free(row->notes);
	free(row->cells);
}

void mms_compare_free(struct mms_compare *cmp)
{
	if (!cmp)
		return;
	for (size_t i = 0; i < cmp->nr_rows; i++)
		row_release(&cmp->rows[i]);
	for (size_t i = 0; i < cmp->nr_sides; i++)
		free(cmp->sides[i]);
	free(cmp->rows);
	mms_db_close(cmp->db);
	free(cmp);
}

/* Sides of one name, as in a comparison with itself, are told apart. */
static int name_side(struct mms_compare *cmp, const char *name)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	size_t same = 1;

	for (size_t i = 0; i < cmp->nr_sides; i++)
		same += !strncmp(cmp->sides[i], name, strlen(name)) &&
			strchr(" ", cmp->sides[i][strlen(name)]);
	mms_buf_printf(&buf, "%s", name);
	if (same > 1)
		mms_buf_printf(&buf, " (%zu)", same);
	cmp->sides[cmp->nr_sides] = strdup(mms_buf_text(&buf));
	return buf.err || !cmp->sides[cmp->nr_sides] ? -ENOMEM : 0;
}

int mms_compare_add(struct mms_compare *cmp, const char *name, struct sqlite3 *db,
		    const char *const *runs, bool noise)
{
	struct mms_collect_side side = {
		.id = noise ? MMS_COMPARE_FIRST_NOISE + (int64_t)cmp->nr_noise
			    : (int64_t)cmp->nr_sides,
		.name = name,
		.runs = runs,
		.time = cmp->opts->time,
		.noise = noise,
	};
	int ret;

	if ((noise ? cmp->nr_noise : cmp->nr_sides) == MMS_COMPARE_MAX_SIDES)
		return mms_err(-E2BIG, "more than %d sides", MMS_COMPARE_MAX_SIDES);
	if (!noise) {
		ret = name_side(cmp, name);
		if (ret)
			return ret;
		side.name = cmp->sides[cmp->nr_sides];
	}
	ret = mms_collect(db, cmp->db, &side);
	if (noise)
		cmp->nr_noise++;
	else
		cmp->nr_sides++;
	return ret;
}

/* "pages" as "bytes" where pages are shown so. */
static const char *unit_shown(const struct mms_compare *cmp, const char *unit)
{
	if (cmp->bytes && !strcmp(unit, "pages"))
		return "bytes";
	return cmp->bytes && !strcmp(unit, "pages/s") ? "bytes/s" : unit;
}

static int add_row(struct mms_compare *cmp, struct mms_stmt *st)
{
	struct mms_compare_row *rows = realloc(cmp->rows, (cmp->nr_rows + 1) * sizeof(*rows));
	struct mms_compare_row *row;

	if (!rows)
		return -ENOMEM;
	cmp->rows = rows;
	row = &rows[cmp->nr_rows++];
	*row = (struct mms_compare_row){
		.name = strdup(mms_stmt_text(st, 1)),
		.unit = strdup(unit_shown(cmp, mms_stmt_text(st, 2))),
		.metric = strdup(mms_stmt_text(st, 3)),
		.better = (enum mms_better)mms_stmt_int(st, 5),
		.primary = mms_stmt_int(st, 6) != 0,
		.cells = calloc(cmp->nr_sides, sizeof(*row->cells)),
	};
	if (!row->name || !row->unit || !row->metric || !row->cells)
		return -ENOMEM;
	row->kind = mms_stmt_int(st, 4)         ? MMS_STATS_OUTCOME
		    : !strcmp(row->unit, "pct") ? MMS_STATS_POINTS
						: MMS_STATS_RATIO;
	return mms_compare_fill(cmp, row, mms_stmt_int(st, 0));
}

static int add_rows(struct mms_compare *cmp)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(cmp->db, mms_compare_sql, "cmp_quantities", &st);

	while (!ret && (ret = mms_stmt_step(st)) > 0)
		ret = add_row(cmp, st);
	return ret;
}

/* Do the sides' runs take turns, or is it one side after the other? */
static int find_order(struct mms_compare *cmp)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int64_t before = -1;
	size_t changes = 0;
	int ret = mms_stmt_open(cmp->db, mms_compare_sql, "cmp_order", &st);

	cmp->times_known = true;
	while (!ret && (ret = mms_stmt_step(st)) > 0) {
		cmp->times_known = cmp->times_known && mms_stmt_int(st, 1);
		changes += before >= 0 && before != mms_stmt_int(st, 0);
		before = mms_stmt_int(st, 0);
		ret = 0;
	}
	cmp->interleaved = cmp->times_known && changes >= cmp->nr_sides;
	return ret;
}

static int find_page_sizes(struct mms_compare *cmp)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(cmp->db, mms_compare_sql, "cmp_page_sizes", &st);

	if (!ret)
		ret = mms_stmt_step(st);
	if (ret < 0)
		return ret;
	cmp->pages_differ = mms_stmt_int(st, 0) > 1;
	cmp->bytes = cmp->opts->bytes || cmp->pages_differ;
	return 0;
}

/* Is this change a member of the family? Decided without a look at the change. */
static bool is_member(const struct mms_compare *cmp, const struct mms_compare_row *row, size_t side)
{
	const struct mms_compare_cell *c = &row->cells[side];

	return row->primary && c->comparable && c->test.state != MMS_STATS_SAME &&
	       c->side.n >= cmp->opts->rule.min_runs &&
	       row->cells[0].side.n >= cmp->opts->rule.min_runs;
}

static int family(struct mms_compare *cmp)
{
	size_t n = cmp->nr_rows * cmp->nr_sides;
	double *p mms_auto(mem) = malloc((n + 1) * sizeof(*p));
	double *q mms_auto(mem) = malloc((n + 1) * sizeof(*q));
	int ret;

	if (!p || !q)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		const struct mms_compare_row *row = &cmp->rows[i / cmp->nr_sides];
		size_t side = i % cmp->nr_sides;

		p[i] = side && is_member(cmp, row, side) ? row->cells[side].test.p : NAN;
	}
	ret = mms_stats_bh(p, n, q);
	for (size_t i = 0; !ret && i < n; i++)
		cmp->rows[i / cmp->nr_sides].cells[i % cmp->nr_sides].q = q[i];
	return ret;
}

/* Drift is looked for in the primary quantities, and they are a family there, too. */
static int drift_family(struct mms_compare *cmp)
{
	double *p mms_auto(mem) = malloc((cmp->nr_rows + 1) * sizeof(*p));
	double *q mms_auto(mem) = malloc((cmp->nr_rows + 1) * sizeof(*q));
	int ret;

	if (!p || !q)
		return -ENOMEM;
	for (size_t i = 0; i < cmp->nr_rows; i++)
		p[i] = cmp->rows[i].primary && isfinite(cmp->rows[i].drift_tau)
			       ? cmp->rows[i].drift_p
			       : NAN;
	ret = mms_stats_bh(p, cmp->nr_rows, q);
	for (size_t i = 0; !ret && i < cmp->nr_rows; i++)
		cmp->rows[i].drifts = q[i] < cmp->opts->rule.alpha;
	return ret;
}

static void judge(struct mms_compare *cmp, struct mms_compare_row *row)
{
	for (size_t s = 1; s < cmp->nr_sides; s++) {
		struct mms_compare_cell *cell = &row->cells[s];
		const struct mms_verdict_case c = {
			.kind = row->kind,
			.better = row->better,
			.primary = row->primary && cell->comparable,
			.a = &row->cells[0].side,
			.b = &cell->side,
			.test = &cell->test,
			.q = cell->q,
			.floor = cell->floor,
		};

		cell->verdict = mms_verdict_give(&cmp->opts->rule, &c, &cell->need);
	}
}

int mms_compare_run(struct mms_compare *cmp)
{
	int ret = find_order(cmp);

	if (!ret)
		ret = find_page_sizes(cmp);
	if (!ret)
		ret = add_rows(cmp);
	if (!ret)
		ret = family(cmp);
	if (!ret)
		ret = drift_family(cmp);
	for (size_t i = 0; !ret && i < cmp->nr_rows; i++)
		judge(cmp, &cmp->rows[i]);
	return ret;
}

const struct mms_compare_row *mms_compare_rows(const struct mms_compare *cmp, size_t *ret_n)
{
	*ret_n = cmp->nr_rows;
	return cmp->rows;
}

size_t mms_compare_nr_sides(const struct mms_compare *cmp)
{
	return cmp->nr_sides;
}

const char *mms_compare_side_name(const struct mms_compare *cmp, size_t side)
{
	return cmp->sides[side];
}

int mms_compare_incomplete(const struct mms_compare *cmp, int *ret_incomplete)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(cmp->db, mms_compare_sql, "cmp_sides", &st);

	*ret_incomplete = 0;
	while (!ret && (ret = mms_stmt_step(st)) > 0) {
		*ret_incomplete = *ret_incomplete || mms_stmt_int(st, 7) || mms_stmt_int(st, 8);
		ret = 0;
	}
	return ret;
}
