// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/boot.h"
#include "analyze/collect.h"
#include "analyze/compare_priv.h"
#include "analyze/exact.h"
#include "common/buf.h"
#include "schema/stmt.h"

/* The values of one quantity over all runs, in the order of time. */
struct values {
	double *x;
	int64_t *side;
	size_t n;
	double *room; /* as long, for what is gathered out of x */
	double *room2;
};

static void mms_auto_values(struct values *v)
{
	free(v->x);
	free(v->side);
	free(v->room);
	free(v->room2);
}

static int values_grow(struct values *v)
{
	double *x = realloc(v->x, (v->n + 1) * sizeof(*x));
	int64_t *side;

	if (!x)
		return -ENOMEM;
	v->x = x;
	side = realloc(v->side, (v->n + 1) * sizeof(*side));
	if (!side)
		return -ENOMEM;
	v->side = side;
	return 0;
}

static int load_values(struct mms_compare *cmp, int64_t quantity, struct values *v, bool *bound)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(cmp->db, mms_compare_sql, "cmp_values", &st);

	if (ret)
		return ret;
	mms_stmt_bind_int(st, ":quantity_id", quantity);
	mms_stmt_bind_int(st, ":bytes", cmp->bytes);
	while ((ret = mms_stmt_step(st)) > 0) {
		if (values_grow(v))
			return -ENOMEM;
		v->side[v->n] = mms_stmt_int(st, 0);
		v->x[v->n] = mms_stmt_is_null(st, 1) ? NAN : mms_stmt_real(st, 1);
		if (v->side[v->n] < MMS_COMPARE_FIRST_NOISE && mms_stmt_int(st, 2))
			bound[v->side[v->n]] = true;
		v->n++;
	}
	if (ret)
		return ret;
	v->room = malloc((v->n + 1) * sizeof(*v->room));
	v->room2 = malloc((v->n + 1) * sizeof(*v->room2));
	return v->room && v->room2 ? 0 : -ENOMEM;
}

static size_t of_side(const struct values *v, int64_t side, double *x)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		if (v->side[i] == side && isfinite(v->x[i]))
			x[n++] = v->x[i];
	return n;
}

/* Why values are not known: "RUN RUN: why; ...". */
static int load_notes(struct mms_compare *cmp, struct mms_compare_row *row, int64_t quantity)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	struct mms_buf buf mms_auto(buf) = { 0 };
	int ret = mms_stmt_open(cmp->db, mms_compare_sql, "cmp_notes", &st);

	if (ret)
		return ret;
	mms_stmt_bind_int(st, ":quantity_id", quantity);
	while ((ret = mms_stmt_step(st)) > 0)
		mms_buf_printf(&buf, "%s%s: %s", buf.len ? "; " : "", mms_stmt_text(st, 0),
			       mms_stmt_text(st, 1));
	row->notes = strdup(mms_buf_text(&buf));
	return ret ? ret : row->notes && !buf.err ? 0 : -ENOMEM;
}

struct meanings {
	char *texts[MMS_COMPARE_MAX_SIDES]; /* NULL: not known, or it does not depend */
};

static void mms_auto_meanings(struct meanings *m)
{
	for (size_t s = 0; s < MMS_COMPARE_MAX_SIDES; s++)
		free(m->texts[s]);
}

static int read_meanings(struct mms_compare *cmp, int64_t quantity, struct meanings *m)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(cmp->db, mms_compare_sql, "cmp_meanings", &st);

	if (ret)
		return ret;
	mms_stmt_bind_int(st, ":quantity_id", quantity);
	while ((ret = mms_stmt_step(st)) > 0) {
		char **text = &m->texts[mms_stmt_int(st, 0)];

		*text = strdup(mms_stmt_text(st, 1));
		if (!*text)
			return -ENOMEM;
	}
	return ret;
}

/* Sides that count something else than the base are not comparable with it. */
static int load_meanings(struct mms_compare *cmp, struct mms_compare_row *row, int64_t quantity)
{
	struct meanings m mms_auto(meanings) = { { NULL } };
	struct mms_buf buf mms_auto(buf) = { 0 };
	int ret = read_meanings(cmp, quantity, &m);

	row->comparable = true;
	for (size_t s = 0; !ret && s < cmp->nr_sides; s++) {
		row->cells[s].comparable =
			!m.texts[0] || !m.texts[s] || !strcmp(m.texts[0], m.texts[s]);
		row->comparable = row->comparable && row->cells[s].comparable;
		if (m.texts[s])
			mms_buf_printf(&buf, "%s%s: %s", buf.len ? "; " : "", cmp->sides[s],
				       m.texts[s]);
	}
	row->meanings = strdup(row->comparable ? "" : mms_buf_text(&buf));
	return ret ? ret : row->meanings && !buf.err ? 0 : -ENOMEM;
}

static bool is_primary(const struct mms_compare *cmp, const struct mms_compare_row *row)
{
	const char *const *glob = cmp->opts->primary;

	if (!glob)
		return row->primary;
	for (; *glob; glob++)
		if (!fnmatch(*glob, row->name, FNM_CASEFOLD))
			return true;
	return false;
}

/* Exact p's beside the one that counts, for those who ask. */
static int exact_ps(struct mms_compare *cmp, const double *a, size_t na, const double *b, size_t nb,
		    struct mms_compare_cell *cell)
{
	int exact, ret = 0;

	cell->rank_p = cell->permutation_p = NAN;
	if (!cmp->opts->exact || !na || !nb)
		return 0;
	ret = mms_exact_ranks(a, na, b, nb, cmp->opts->seed, &cell->rank_p, &exact);
	return ret ? ret
		   : mms_exact_permutation(a, na, b, nb, cmp->opts->seed, &cell->permutation_p,
					   &exact);
}

static int medians(struct mms_compare *cmp, const double *a, size_t na, const double *b, size_t nb,
		   struct mms_compare_cell *cell)
{
	struct mms_boot boot = { .change = NAN, .low = NAN, .high = NAN };
	int ret = 0;

	if (na >= MMS_BOOT_MIN_RUNS && nb >= MMS_BOOT_MIN_RUNS)
		ret = mms_boot_median(a, na, b, nb, cmp->opts->level, cmp->opts->seed, &boot);
	cell->median_change = boot.change;
	cell->median_low = boot.low;
	cell->median_high = boot.high;
	return ret;
}

static int noise_floor(struct mms_compare *cmp, const struct mms_compare_row *row,
		       const struct values *v, size_t na, size_t nb, double *ret_floor)
{
	struct mms_verdict_values sides[MMS_COMPARE_MAX_SIDES];
	double *x mms_auto(mem) = malloc((v->n + 1) * sizeof(*x));
	size_t n = 0;

	if (!x)
		return -ENOMEM;
	for (size_t i = 0; i < cmp->nr_noise; i++) {
		sides[i].x = x + n;
		sides[i].n = of_side(v, MMS_COMPARE_FIRST_NOISE + (int64_t)i, x + n);
		n += sides[i].n;
	}
	return mms_verdict_floor(row->kind, sides, cmp->nr_noise, na, nb, cmp->opts->level,
				 ret_floor);
}

static int compare_cell(struct mms_compare *cmp, struct mms_compare_row *row, struct values *v,
			size_t side)
{
	const struct mms_stats_opts so = { .level = cmp->opts->level, .seed = cmp->opts->seed };
	struct mms_compare_cell *cell = &row->cells[side];
	double *a = v->room, *b = v->room2;
	size_t na = of_side(v, 0, a), nb = of_side(v, (int64_t)side, b);
	int ret = mms_stats_compare(row->kind, a, na, b, nb, &so, &cell->test);

	cell->q = NAN;
	if (!ret)
		ret = exact_ps(cmp, a, na, b, nb, cell);
	if (!ret)
		ret = medians(cmp, a, na, b, nb, cell);
	if (!ret)
		ret = noise_floor(cmp, row, v, na, nb, &cell->floor);
	return ret;
}

static int describe_sides(struct mms_compare *cmp, struct mms_compare_row *row, struct values *v)
{
	int ret = 0;

	for (size_t s = 0; !ret && s < cmp->nr_sides; s++) {
		size_t n = 0;

		for (size_t i = 0; i < v->n; i++) {
			if (v->side[i] != (int64_t)s)
				continue;
			v->room[n++] = v->x[i];
			row->cells[s].nr_true += isfinite(v->x[i]) && v->x[i] != 0;
		}
		ret = mms_stats_side(v->room, n, &row->cells[s].side);
	}
	return ret;
}

/*
 * Do the runs drift? The sides' values with time, each side by itself, all sides
 * together. When the sides took turns a drift does no harm.
 */
static void drift(struct mms_compare *cmp, struct mms_compare_row *row, struct values *v)
{
	struct mms_kendall k;
	size_t n = 0;

	row->drift_tau = NAN;
	row->drift_p = 1;
	if (!cmp->times_known || cmp->interleaved || row->kind == MMS_STATS_OUTCOME)
		return;
	for (size_t i = 0; i < v->n; i++) {
		if (v->side[i] >= MMS_COMPARE_FIRST_NOISE || !isfinite(v->x[i]))
			continue;
		v->room[n] = v->x[i];
		v->room2[n] = (double)i;
		v->side[n++] = v->side[i];
	}
	k = mms_exact_kendall(v->room2, v->room, v->side, n);
	row->drift_tau = k.tau;
	row->drift_p = k.p;
}

int mms_compare_fill(struct mms_compare *cmp, struct mms_compare_row *row, int64_t quantity)
{
	struct values v mms_auto(values) = { 0 };
	bool bound[MMS_COMPARE_MAX_SIDES] = { false };
	int ret = load_values(cmp, quantity, &v, bound);

	if (!ret)
		ret = describe_sides(cmp, row, &v);
	for (size_t s = 0; !ret && s < cmp->nr_sides; s++) {
		row->cells[s].lower_bound = bound[s];
		if (s)
			ret = compare_cell(cmp, row, &v, s);
	}
	if (!ret)
		ret = load_meanings(cmp, row, quantity);
	if (!ret)
		ret = load_notes(cmp, row, quantity);
	if (ret)
		return ret;
	row->primary = is_primary(cmp, row);
	drift(cmp, row, &v);
	return 0;
}
