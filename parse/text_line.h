/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_LINE_H
#define MMS_PARSE_TEXT_LINE_H

#include "parse/text_scan.h"

#define MMS_TEXT_MAX_CPUS 65536 /* more than any kernel can be built for */

/**
 * struct mms_text_head - What one line of trace text says before its values.
 * @comm: borrowed from the line; NULL when unknown ("<...>", or no task)
 * @system: of the event, only perf script has it; empty when not there
 * @event: empty when the line ends before its name is complete: then @rest is
 *	what stands behind the time
 * @rest: what stands behind the event's name, to the end of the line
 * @pid: thread; -1 when there is none, as of the next three
 * @tgid: process
 * @cpu: CPU
 * @flags: common_flags, from the irqs-off column and so on
 * @ts: time in ns, or in ticks when @is_ticks; only when @has_time
 * @is_ticks: the time is a number without a point: a clock that counts no ns
 */
struct mms_text_head {
	struct mms_slice comm, system, event, rest;
	int32_t pid, tgid, cpu;
	int16_t flags;
	bool has_time, is_ticks;
	int64_t ts;
};

/**
 * mms_text_head_parse() - Read the head of an event's line.
 *
 * Knows tracing/trace and trace_pipe of all kernels, with and without columns
 * for flags and tgid, the latency format of dumps, trace-cmd report, perf
 * script, events first stamped and then named by netconsole, and events that
 * stand as a comment in a function graph. What stands before the task (the
 * stamp of printk, a file's name) is passed over.
 *
 * Return: true; false when the line is no event.
 */
bool mms_text_head_parse(struct mms_slice line, struct mms_text_head *ret_head);

/**
 * mms_text_event_parse() - Read an event's name and what stands behind it, as
 * behind the time of a line.
 *
 * Sets only system, event and rest of @ret_head; event stays empty when the
 * text may be the begin of a name that is cut.
 */
bool mms_text_event_parse(struct mms_slice text, struct mms_text_head *ret_head);

#endif
