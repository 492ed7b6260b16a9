// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "parse/engine.h"
#include "parse/episode/state.h"

#define MMS_EP(name) extern const struct mms_handler mms_ep_##name;
#include "ep_list.inc"
#undef MMS_EP

#define MMS_EP(name) &mms_ep_##name,
const struct mms_handler *const mms_handlers[] = {
#include "ep_list.inc"
	NULL
};
#undef MMS_EP

struct mms_engine {
	struct mms_ep ep;
	uint64_t *counts;
	uint64_t nr_lost;
	bool lost_unknown;
	int64_t first_ns, last_ns;
};

enum { LOSS_RUN, LOSS_CPU, LOSS_FROM, LOSS_TO, LOSS_COUNT };

static const struct mms_load_column loss_columns[] = {
	[LOSS_RUN] = { "run_id", MMS_CELL_KIND_INT },   [LOSS_CPU] = { "cpu", MMS_CELL_KIND_INT },
	[LOSS_FROM] = { "from_ns", MMS_CELL_KIND_INT }, [LOSS_TO] = { "to_ns", MMS_CELL_KIND_INT },
	[LOSS_COUNT] = { "count", MMS_CELL_KIND_INT },
};

static const struct mms_load_column marker_columns[] = {
	[MMS_MARKER_RUN] = { "run_id", MMS_CELL_KIND_INT },
	[MMS_MARKER_SEQ] = { "seq", MMS_CELL_KIND_INT },
	[MMS_MARKER_TS] = { "ts_ns", MMS_CELL_KIND_INT },
	[MMS_MARKER_TEXT] = { "text", MMS_CELL_KIND_TEXT },
};

static int init_tables(struct mms_ep *ep, struct mms_load *load)
{
	int ret = mms_load_table(load, "loss", loss_columns, MMS_ARRAY_SIZE(loss_columns),
				 &ep->losses);

	if (!ret)
		ret = mms_load_table(load, "marker", marker_columns, MMS_ARRAY_SIZE(marker_columns),
				     &ep->markers);
	if (!ret)
		ret = mms_segments_init(ep, load);
	if (!ret)
		ret = mms_rollups_init(ep, load);
	if (!ret)
		ret = mms_tasks_init(ep, load);
	if (!ret)
		ret = mms_spans_init(ep, load);
	return ret ? ret : mms_cgroups_init(ep, load);
}

int mms_engine_new(const struct mms_source_info *info, const struct mms_engine_opts *opts,
		   struct mms_load *load, struct mms_engine **ret_eng)
{
	struct mms_engine *eng mms_auto(engine) = calloc(1, sizeof(*eng));
	struct mms_ep *ep;
	int ret;

	if (!eng)
		return -ENOMEM;
	ep = &eng->ep;
	ep->info = info;
	ep->opts = *opts;
	eng->first_ns = MMS_UNKNOWN;
	eng->last_ns = MMS_UNKNOWN;
	eng->counts = calloc(info->nr_types + 1, sizeof(*eng->counts));
	if (!eng->counts)
		return -ENOMEM;
	ret = mms_rules_new(ep, info, &ep->rules);
	if (ret)
		return ret;
	mms_lru_init(ep);
	ret = init_tables(ep, load);
	if (ret)
		return ret;
	*ret_eng = mms_take(eng);
	return 0;
}

void mms_engine_free(struct mms_engine *eng)
{
	if (!eng)
		return;
	mms_lru_release(&eng->ep);
	mms_rollups_release(&eng->ep);
	mms_tasks_release(&eng->ep);
	mms_spans_release(&eng->ep);
	mms_cgroups_release(&eng->ep);
	mms_rules_free(eng->ep.rules, eng->ep.info->nr_types);
	free(eng->counts);
	free(eng);
}

int mms_engine_add_task(struct mms_engine *eng, const struct mms_engine_task *task)
{
	return mms_tasks_add(&eng->ep, task);
}

int mms_engine_add_cgroup(struct mms_engine *eng, int64_t id, const char *path, int64_t from_ns)
{
	return mms_cgroups_add(&eng->ep, id, path, strlen(path), from_ns);
}

static int take_loss(struct mms_engine *eng, const struct mms_event *ev)
{
	struct mms_ep *ep = &eng->ep;

	if (ev->nr_lost < 0)
		eng->lost_unknown = true;
	else
		eng->nr_lost += (uint64_t)ev->nr_lost;
	if (!mms_rows_add(ep->losses))
		return -EIO;
	mms_row_set(ep->losses, LOSS_RUN, ep->opts.run_id);
	mms_row_set(ep->losses, LOSS_CPU, ev->cpu);
	mms_row_put(ep->losses, LOSS_FROM, ev->lost_from_ns);
	mms_row_set(ep->losses, LOSS_TO, ev->ts_ns);
	mms_row_put(ep->losses, LOSS_COUNT, ev->nr_lost < 0 ? MMS_UNKNOWN : ev->nr_lost);
	return mms_tasks_gap(ep, ev->cpu);
}

static int run_rules(struct mms_ep *ep, const struct mms_type_rules *tr, const struct mms_event *ev)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < tr->nr_rules; i++)
		ret = tr->rules[i].handler->run(ep, &tr->rules[i], ev);
	return ret;
}

/* After the handlers: a marker counts in the segment that begins with it. */
static void count(struct mms_engine *eng, struct mms_type_rules *tr, const struct mms_event *ev)
{
	eng->counts[ev->type->index]++;
	tr->n++;
	for (unsigned int i = 0; i < tr->nr_sums; i++) {
		int64_t value = 0;

		mms_field_int(ev, tr->sums[i].field, &value);
		tr->sums[i].sum = mms_sum(tr->sums[i].sum, value);
	}
	if (eng->first_ns == MMS_UNKNOWN || ev->ts_ns < eng->first_ns)
		eng->first_ns = ev->ts_ns;
	if (ev->ts_ns > eng->last_ns)
		eng->last_ns = ev->ts_ns;
}

static int64_t innermost(const struct mms_ep *ep, const struct mms_event *ev)
{
	if (ep->episode_seq)
		return ep->episode_seq;
	return !mms_in_irq(ev) && mms_span_valid(ep->task->top) ? ep->task->top->v[MMS_SPAN_SEQ]
								: 0;
}

int mms_engine_event(struct mms_engine *eng, const struct mms_event *ev, int64_t seq,
		     int64_t *ret_episode_seq)
{
	struct mms_ep *ep = &eng->ep;
	struct mms_type_rules *tr;
	int ret;

	ep->order++;
	ep->seq = seq;
	ep->ts_ns = ev->ts_ns;
	*ret_episode_seq = 0;
	if (!ev->type)
		return take_loss(eng, ev);
	ret = mms_segments_reach(ep, ev->ts_ns);
	if (ret)
		return ret;
	ep->task = mms_tasks_event(ep, ev);
	if (!ep->task)
		return -ENOMEM;
	ep->episode_seq = 0;
	tr = &ep->rules[ev->type->index];
	ret = run_rules(ep, tr, ev);
	if (ret)
		return ret;
	count(eng, tr, ev);
	*ret_episode_seq = innermost(ep, ev);
	return 0;
}

static const char *const scan_sources[] = {
	[MMS_SCAN_NONE] = NULL,
	[MMS_SCAN_ISOLATE_SCANNED] = "isolate.nr_scanned",
	[MMS_SCAN_ISOLATE_TAKEN] = "isolate.nr_taken",
	[MMS_SCAN_SHRINK] = "shrink_inactive.nr_scanned",
};

static void summarize(const struct mms_engine *eng, struct mms_engine_summary *ret_summary)
{
	const struct mms_ep *ep = &eng->ep;

	*ret_summary = (struct mms_engine_summary){
		.nr_lost = eng->nr_lost,
		.lost_unknown = eng->lost_unknown,
		.nr_negative = ep->spans.nr_negative,
		.first_ns = eng->first_ns,
		.last_ns = eng->last_ns,
		.mglru = ep->lru.mglru,
		.scan_source = scan_sources[mms_lru_scan_source(ep)],
		.counts = eng->counts,
	};
	for (unsigned int i = 0; i < ep->info->nr_types; i++)
		ret_summary->nr_events += eng->counts[i];
}

int mms_engine_finish(struct mms_engine *eng, struct mms_engine_summary *ret_summary)
{
	struct mms_ep *ep = &eng->ep;
	int ret = mms_lru_finish(ep);

	if (!ret)
		ret = mms_tasks_finish(ep);
	if (!ret)
		ret = mms_cgroups_finish(ep);
	if (!ret)
		ret = mms_segments_close(ep);
	if (!ret)
		summarize(eng, ret_summary);
	return ret;
}
