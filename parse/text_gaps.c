// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "parse/text_gaps.h"
#include "parse/text_line.h"

void mms_text_gaps_release(struct mms_text_gaps *gaps)
{
	free(gaps->cpus);
	*gaps = (struct mms_text_gaps){ 0 };
}

/* NULL when out of memory. */
static struct mms_text_cpu *get(struct mms_text_gaps *gaps, int32_t cpu)
{
	unsigned int i = (unsigned int)(cpu + 1), nr = gaps->nr_cpus ? gaps->nr_cpus : 16;
	struct mms_text_cpu *cpus;

	if (i < gaps->nr_cpus)
		return &gaps->cpus[i];
	while (nr <= i)
		nr *= 2;
	cpus = reallocarray(gaps->cpus, nr, sizeof(*cpus));
	if (!cpus)
		return NULL;
	for (unsigned int k = gaps->nr_cpus; k < nr; k++)
		cpus[k] = (struct mms_text_cpu){ .last_ns = INT64_MIN };
	gaps->cpus = cpus;
	gaps->nr_cpus = nr;
	return &cpus[i];
}

int mms_text_gaps_add(struct mms_text_gaps *gaps, const struct mms_text_gap *gap)
{
	struct mms_text_cpu *c = get(gaps, gap->cpu < MMS_TEXT_MAX_CPUS ? gap->cpu : -1);

	if (!c)
		return -ENOMEM;
	gaps->nr_lost += !c->lost;
	c->lost = true;
	if (gap->nr_lost < 0)
		c->uncounted = true;
	else if (__builtin_add_overflow(c->nr_lost, gap->nr_lost, &c->nr_lost))
		c->nr_lost = INT64_MAX;
	return 0;
}

/* A gap of known length and one of unknown length make one of unknown length. */
static void take(struct mms_text_gaps *gaps, unsigned int i, int64_t ts_ns,
		 struct mms_event *ret_gap)
{
	struct mms_text_cpu *c = &gaps->cpus[i];

	*ret_gap = (struct mms_event){
		.ts_ns = ts_ns,
		.cpu = (int32_t)i - 1,
		.pid = -1,
		.flags = -1,
		.lost_from_ns = c->last_ns,
		.nr_lost = c->uncounted ? -1 : c->nr_lost,
	};
	c->lost = c->uncounted = false;
	c->nr_lost = 0;
	gaps->nr_lost--;
}

/* The first gap; gaps of other CPUs are before the event only if nobody knows the CPU. */
static bool take_any(struct mms_text_gaps *gaps, int32_t cpu, int64_t ts_ns,
		     struct mms_event *ret_gap)
{
	for (unsigned int i = 0; gaps->nr_lost && i < gaps->nr_cpus; i++)
		if (gaps->cpus[i].lost && (!i || cpu < 0 || (int32_t)i == cpu + 1)) {
			take(gaps, i, ts_ns, ret_gap);
			return true;
		}
	return false;
}

int mms_text_gaps_before(struct mms_text_gaps *gaps, const struct mms_event *ev,
			 struct mms_event *ret_gap)
{
	struct mms_text_cpu *c;

	if (gaps->nr_lost && take_any(gaps, ev->cpu, ev->ts_ns, ret_gap))
		return 1;
	c = get(gaps, ev->cpu);
	if (!c)
		return -ENOMEM;
	c->last_ns = ev->ts_ns;
	return 0;
}

int mms_text_gaps_at_end(struct mms_text_gaps *gaps, int64_t ts_ns, struct mms_event *ret_gap)
{
	return take_any(gaps, -1, ts_ns, ret_gap);
}
