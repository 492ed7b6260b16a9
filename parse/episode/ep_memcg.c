// SPDX-License-Identifier: GPL-2.0-or-later
#include <strings.h>

#include "parse/episode/state.h"

/* "memcg ENUM": a counter of a cgroup moves; ENUM is what its item numbers are of. */

enum { ID, ITEM, VAL };

static const char *const fields[] = { "id", "item", "val", NULL };
static const char *const args[] = { "vm_event_item", "node_stat_item", "memcg_stat_item", NULL };

/*
 * By reclaimer. From 7.1 on the same pages are counted once more by kind of
 * page (PGSCAN_ANON, PGSCAN_FILE): these would be taken for another batch.
 */
static const struct {
	const char *name;
	enum mms_counter_role role;
} roles[] = {
	{ "PGSCAN_KSWAPD", MMS_COUNTER_SCAN },       { "PGSCAN_DIRECT", MMS_COUNTER_SCAN },
	{ "PGSCAN_KHUGEPAGED", MMS_COUNTER_SCAN },   { "PGSCAN_PROACTIVE", MMS_COUNTER_SCAN },
	{ "PGSTEAL_KSWAPD", MMS_COUNTER_STEAL },     { "PGSTEAL_DIRECT", MMS_COUNTER_STEAL },
	{ "PGSTEAL_KHUGEPAGED", MMS_COUNTER_STEAL }, { "PGSTEAL_PROACTIVE", MMS_COUNTER_STEAL },
};

static enum mms_counter_role role_of(const char *name)
{
	for (size_t i = 0; name && i < MMS_ARRAY_SIZE(roles); i++)
		if (!strcasecmp(name, roles[i].name))
			return roles[i].role;
	return MMS_COUNTER_OTHER;
}

static void init(struct mms_ep *ep, struct mms_rule *rule)
{
	for (int64_t i = 0; ep->opts.enum_text && i < MMS_NR_ITEMS; i++)
		ep->item_roles[rule->arg][i] =
			role_of(ep->opts.enum_text(ep->opts.enum_ctx, args[rule->arg], i));
}

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t id = mms_rule_int(rule, ev, ID), item = mms_rule_int(rule, ev, ITEM);
	int64_t value = mms_rule_int(rule, ev, VAL);
	int ret = 0;

	if (id == MMS_UNKNOWN || item == MMS_UNKNOWN || value == MMS_UNKNOWN)
		return 0;
	if (item >= 0 && item < MMS_NR_ITEMS && ep->item_roles[rule->arg][item] && !mms_in_irq(ev))
		ret = mms_lru_counter(ep, ep->task, ep->item_roles[rule->arg][item], id, value);
	return ret ? ret : mms_rollups_memcg(ep, ev->type->index, id, item, value);
}

const struct mms_handler mms_ep_memcg = {
	.name = "memcg",
	.args = args,
	.fields = fields,
	.init = init,
	.run = run,
};
