/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_TESTS_UNIT_ENGINE_ERAS_H
#define MMS_TESTS_UNIT_ENGINE_ERAS_H

#include "tests/unit/engine_rig.h"

/*
 * Event types as kernels of an era have them, by the fields that the engine
 * reads. Names are those of the first kernel that has them all.
 */
enum rig_era {
	ERA_2_6_37 = 1 << 0, /* lumpy reclaim, isolate_mode says which list */
	ERA_3_2 = 1 << 1,    /* isolate_mode is a bit mask */
	ERA_4_8 = 1 << 2,    /* nothing says which list */
	ERA_4_11 = 1 << 3,   /* lru */
	ERA_6_1 = 1 << 4,    /* isolate_mode still there: no events of the multi-gen LRU */
	ERA_6_18 = 1 << 5,   /* events of the multi-gen LRU, memcg counter events */
	ERA_7_2 = 1 << 6,    /* memcg_id, balance_pgdat, counters are node stats */
};

#define ERA_OLD         (ERA_2_6_37 | ERA_3_2)
#define ERA_LRU         (ERA_4_11 | ERA_6_1)
#define ERA_NEW         (ERA_6_18 | ERA_7_2)
#define ERA_ALL         (ERA_OLD | ERA_4_8 | ERA_LRU | ERA_NEW)
#define ERA_NO_ID       (ERA_ALL & ~ERA_7_2)
#define ERA_BEFORE_4_11 (ERA_OLD | ERA_4_8)

static const struct {
	unsigned int eras;
	const char *name, *fields;
} rig_era_types[] = {
	{ ERA_ALL, "ftrace:print", "ip:u8 buf:t64" },
	{ ERA_NO_ID, "vmscan:mm_vmscan_direct_reclaim_begin", "order:i4 gfp_flags:u8" },
	{ ERA_NO_ID, "vmscan:mm_vmscan_direct_reclaim_end", "nr_reclaimed:u8" },
	{ ERA_NO_ID, "vmscan:mm_vmscan_memcg_reclaim_begin", "order:i4 gfp_flags:u8" },
	{ ERA_NO_ID, "vmscan:mm_vmscan_memcg_reclaim_end", "nr_reclaimed:u8" },
	{ ERA_NO_ID, "vmscan:mm_vmscan_memcg_softlimit_reclaim_begin", "order:i4 gfp_flags:u8" },
	{ ERA_NO_ID, "vmscan:mm_vmscan_memcg_softlimit_reclaim_end", "nr_reclaimed:u8" },
	{ ERA_7_2, "vmscan:mm_vmscan_direct_reclaim_begin", "gfp_flags:u8 memcg_id:u8 order:i4" },
	{ ERA_7_2, "vmscan:mm_vmscan_direct_reclaim_end", "nr_reclaimed:u8 memcg_id:u8" },
	{ ERA_7_2, "vmscan:mm_vmscan_memcg_reclaim_begin", "gfp_flags:u8 memcg_id:u8 order:i4" },
	{ ERA_7_2, "vmscan:mm_vmscan_memcg_reclaim_end", "nr_reclaimed:u8 memcg_id:u8" },
	{ ERA_7_2, "vmscan:mm_vmscan_balance_pgdat_begin", "nid:i4 order:i4 highest_zoneidx:i4" },
	{ ERA_7_2, "vmscan:mm_vmscan_balance_pgdat_end",
	  "nid:i4 order:i4 highest_zoneidx:i4 nr_reclaimed:u8" },
	{ ERA_NEW | ERA_6_1, "vmscan:mm_vmscan_node_reclaim_begin",
	  "nid:i4 order:i4 gfp_flags:u8" },
	{ ERA_NEW | ERA_6_1, "vmscan:mm_vmscan_node_reclaim_end", "nr_reclaimed:u8" },
	{ ERA_ALL, "vmscan:mm_vmscan_kswapd_wake", "nid:i4 order:i4" },
	{ ERA_ALL, "vmscan:mm_vmscan_kswapd_sleep", "nid:i4" },
	{ ERA_2_6_37, "vmscan:mm_vmscan_lru_isolate",
	  "order:i4 nr_requested:u8 nr_scanned:u8 nr_taken:u8 nr_lumpy_taken:u8 isolate_mode:i4" },
	{ ERA_3_2, "vmscan:mm_vmscan_lru_isolate",
	  "order:i4 nr_requested:u8 nr_scanned:u8 nr_taken:u8 nr_lumpy_taken:u8 isolate_mode:u4" },
	{ ERA_4_8, "vmscan:mm_vmscan_lru_isolate",
	  "order:i4 nr_requested:u8 nr_scanned:u8 nr_taken:u8 isolate_mode:u4 file:i4" },
	{ ERA_LRU, "vmscan:mm_vmscan_lru_isolate",
	  "order:i4 nr_requested:u8 nr_scanned:u8 nr_skipped:u8 nr_taken:u8 isolate_mode:u4 lru:i4" },
	{ ERA_NEW, "vmscan:mm_vmscan_lru_isolate",
	  "order:i4 nr_requested:u8 nr_scanned:u8 nr_skipped:u8 nr_taken:u8 lru:i4" },
	{ ERA_BEFORE_4_11, "vmscan:mm_vmscan_lru_shrink_inactive",
	  "nid:i4 nr_scanned:u8 nr_reclaimed:u8 priority:i4 reclaim_flags:i4" },
	{ ERA_4_11, "vmscan:mm_vmscan_lru_shrink_inactive",
	  "nid:i4 nr_scanned:u8 nr_reclaimed:u8 nr_dirty:u8 nr_activate:u8 priority:i4 "
	  "reclaim_flags:i4" },
	{ ERA_6_1 | ERA_NEW, "vmscan:mm_vmscan_lru_shrink_inactive",
	  "nid:i4 nr_scanned:u8 nr_reclaimed:u8 nr_dirty:u8 nr_activate0:u4 nr_activate1:u4 "
	  "priority:i4 reclaim_flags:i4" },
	{ ERA_LRU | ERA_NEW, "vmscan:mm_vmscan_lru_shrink_active",
	  "nid:i4 nr_taken:u8 nr_active:u8 priority:i4" },
	{ ERA_NEW, "vmscan:mm_vmscan_reclaim_pages", "nid:i4 nr_scanned:u8 nr_reclaimed:u8" },
	{ ERA_NEW, "vmscan:mm_vmscan_write_folio", "pfn:u8 reclaim_flags:i4" },
	{ ERA_NEW, "vmscan:mm_vmscan_throttled",
	  "nid:i4 usec_timeout:i4 usec_delayed:i4 reason:i4" },
	{ ERA_OLD, "vmscan:mm_shrink_slab_start", "gfp_flags:u4 cache_items:u8" },
	{ ERA_OLD, "vmscan:mm_shrink_slab_end", "retval:i4 total_scan:i8" },
	{ ERA_ALL & ~ERA_OLD, "vmscan:mm_shrink_slab_start",
	  "nid:i4 gfp_flags:u8 cache_items:u8 priority:i4" },
	{ ERA_ALL & ~ERA_OLD, "vmscan:mm_shrink_slab_end", "nid:i4 retval:i4 total_scan:i8" },
	{ ERA_LRU | ERA_NEW, "compaction:mm_compaction_try_to_compact_pages",
	  "order:i4 gfp_mask:u8 prio:i4" },
	{ ERA_LRU | ERA_NEW, "compaction:mm_compaction_begin",
	  "zone_start:u8 migrate_pfn:u8 free_pfn:u8 zone_end:u8 sync:u1" },
	{ ERA_LRU | ERA_NEW, "compaction:mm_compaction_end",
	  "zone_start:u8 migrate_pfn:u8 free_pfn:u8 zone_end:u8 sync:u1 status:i4" },
	{ ERA_LRU | ERA_NEW, "compaction:mm_compaction_finished", "nid:i4 idx:u4 order:i4 ret:i4" },
	{ ERA_LRU | ERA_NEW, "compaction:mm_compaction_isolate_migratepages",
	  "start_pfn:u8 end_pfn:u8 nr_scanned:u8 nr_taken:u8" },
	{ ERA_LRU | ERA_NEW, "compaction:mm_compaction_isolate_freepages",
	  "start_pfn:u8 end_pfn:u8 nr_scanned:u8 nr_taken:u8" },
	{ ERA_LRU | ERA_NEW, "compaction:mm_compaction_migratepages",
	  "nr_migrated:u8 nr_failed:u8" },
	{ ERA_LRU | ERA_NEW, "compaction:mm_compaction_kcompactd_wake", "nid:i4 order:i4" },
	{ ERA_LRU | ERA_NEW, "compaction:mm_compaction_kcompactd_sleep", "nid:i4" },
	{ ERA_ALL, "writeback:balance_dirty_pages", "dirtied:u4 paused:u8 pause:i8" },
	{ ERA_4_11, "writeback:writeback_congestion_wait", "usec_timeout:u4 usec_delayed:u4" },
	{ ERA_NEW, "memcg:count_memcg_events", "id:u8 item:i4 val:u8" },
	{ ERA_NEW, "memcg:mod_memcg_lruvec_state", "id:u8 item:i4 val:i8" },
	{ ERA_ALL, "cgroup:cgroup_mkdir", "root:i4 level:i4 id:u8 path:d" },
	{ ERA_ALL, "cgroup:cgroup_rmdir", "root:i4 level:i4 id:u8 path:d" },
	{ ERA_ALL, "cgroup:cgroup_attach_task",
	  "dst_root:i4 dst_level:i4 dst_id:u8 pid:i4 dst_path:d comm:d" },
	{ ERA_ALL, "task:task_newtask", "pid:i4 comm:t16 clone_flags:u8" },
	{ ERA_ALL, "task:task_rename", "pid:i4 oldcomm:t16 newcomm:t16" },
	{ ERA_ALL, "sched:sched_process_fork",
	  "parent_comm:t16 parent_pid:i4 child_comm:t16 child_pid:i4" },
	{ ERA_ALL, "sched:sched_process_exec", "filename:d pid:i4 old_pid:i4" },
	{ ERA_ALL, "sched:sched_process_exit", "comm:t16 pid:i4" },
};

static inline struct rig *rig_of(enum rig_era era)
{
	struct rig *r = rig_new();

	for (size_t i = 0; i < sizeof(rig_era_types) / sizeof(rig_era_types[0]); i++)
		if (rig_era_types[i].eras & era)
			rig_type(r, rig_era_types[i].name, rig_era_types[i].fields);
	return r;
}

/* The same, with the engine ready. */
static inline struct rig *rig_run(enum rig_era era)
{
	struct rig *r = rig_of(era);

	rig_start(r);
	return r;
}

/* What most tests write. */
#define DIRECT_BEGIN "mm_vmscan_direct_reclaim_begin"
#define DIRECT_END   "mm_vmscan_direct_reclaim_end"
#define MEMCG_BEGIN  "mm_vmscan_memcg_reclaim_begin"
#define MEMCG_END    "mm_vmscan_memcg_reclaim_end"
#define SOFT_BEGIN   "mm_vmscan_memcg_softlimit_reclaim_begin"
#define SOFT_END     "mm_vmscan_memcg_softlimit_reclaim_end"
#define ISOLATE      "mm_vmscan_lru_isolate"
#define SHRINK       "mm_vmscan_lru_shrink_inactive"
#define KSWAPD_WAKE  "mm_vmscan_kswapd_wake"
#define KSWAPD_SLEEP "mm_vmscan_kswapd_sleep"

#endif
