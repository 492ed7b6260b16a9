// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "analyze/boot.h"
#include "analyze/stats.h"
#include "common/auto.h"

MMS_DEFINE_AUTO(rng, gsl_rng *, gsl_rng_free);

static double median(double *x, size_t n)
{
	gsl_sort(x, 1, n);
	return n ? gsl_stats_median_from_sorted_data(x, 1, n) : NAN;
}

/* Median of a drawn sample of @x, drawn with replacement into @room. */
static double draw(gsl_rng *rng, double *x, size_t n, double *room)
{
	gsl_ran_sample(rng, room, n, x, n, sizeof(*x));
	return median(room, n);
}

struct sides {
	double *a;
	double *b;
	double *room; /* as large as the larger side */
	size_t na;
	size_t nb;
};

static bool draw_changes(const struct sides *s, gsl_rng *rng, double *change)
{
	for (size_t i = 0; i < MMS_BOOT_DRAWS; i++) {
		double a = draw(rng, s->a, s->na, s->room);

		if (!(a > 0))
			return false;
		change[i] = draw(rng, s->b, s->nb, s->room) / a - 1;
	}
	gsl_sort(change, 1, MMS_BOOT_DRAWS);
	return true;
}

static int interval(const struct sides *s, double level, uint64_t seed, struct mms_boot *boot)
{
	gsl_rng *rng mms_auto(rng) = gsl_rng_alloc(gsl_rng_mt19937);
	double *change mms_auto(mem) = malloc(MMS_BOOT_DRAWS * sizeof(*change));

	if (!rng || !change)
		return -ENOMEM;
	gsl_rng_set(rng, (unsigned long)seed);
	if (!draw_changes(s, rng, change))
		return 0;
	boot->low = gsl_stats_quantile_from_sorted_data(change, 1, MMS_BOOT_DRAWS, (1 - level) / 2);
	boot->high =
		gsl_stats_quantile_from_sorted_data(change, 1, MMS_BOOT_DRAWS, (1 + level) / 2);
	return 0;
}

int mms_boot_median(const double *a, size_t na, const double *b, size_t nb, double level,
		    uint64_t seed, struct mms_boot *ret_boot)
{
	size_t most = na > nb ? na : nb;
	double *mem mms_auto(mem) = malloc((na + nb + most + 1) * sizeof(*mem));
	struct mms_boot boot = { .change = NAN, .low = NAN, .high = NAN };
	struct sides s;
	int ret = 0;

	if (!mem)
		return -ENOMEM;
	s.a = mem;
	s.b = mem + na;
	s.room = mem + na + nb;
	s.na = mms_stats_known(a, na, s.a);
	s.nb = mms_stats_known(b, nb, s.b);
	boot.a = median(s.a, s.na);
	boot.b = median(s.b, s.nb);
	if (boot.a > 0)
		boot.change = boot.b / boot.a - 1;
	if (s.na >= MMS_BOOT_MIN_RUNS && s.nb >= MMS_BOOT_MIN_RUNS)
		ret = interval(&s, level, seed, &boot);
	if (!ret)
		*ret_boot = boot;
	return ret;
}
