// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/meta.h"
#include "parse/engine.h"
#include "schema/db.h"

/*
 * The engine on hostile records: every tracepoint that has a file, with all
 * fields that the file names, in any order, on any CPU, with losses. What must
 * hold: each event is in exactly one segment's count, and each row that ends
 * an episode is written once.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_TYPES  128
#define MAX_FIELDS 24
#define HEAD       7 /* bytes before a record: type, cpu, pid, flags, time (2), length */
#define TYPE_LOSS  255

/* ---- a sink that only counts ---- */

enum { COUNT_ROLLUP, COUNT_EPISODE, COUNT_NR };

struct mms_rows {
	bool is_rollup, is_episode;
	size_t nr_cols;
};

static struct mms_rows sink[16];
static size_t nr_sink;
static uint64_t rolled_up, nr_episodes;

int mms_load_table(struct mms_load *load, const char *table, const struct mms_load_column *cols,
		   size_t nr_cols, struct mms_rows **ret_rows)
{
	(void)load;
	(void)cols;
	sink[nr_sink] = (struct mms_rows){ !strcmp(table, "rollup_event"),
					   !strcmp(table, "episode"), nr_cols };
	*ret_rows = &sink[nr_sink++];
	return 0;
}

bool mms_rows_add(struct mms_rows *rows)
{
	nr_episodes += rows->is_episode;
	return true;
}

void mms_row_set(struct mms_rows *rows, size_t col, int64_t value)
{
	if (col >= rows->nr_cols)
		abort();
	if (rows->is_rollup && col == 3)
		rolled_up += (uint64_t)value;
}

void mms_row_set_bytes(struct mms_rows *rows, size_t col, const void *bytes, size_t len)
{
	static volatile uint8_t sum;

	if (col >= rows->nr_cols)
		abort();
	for (size_t i = 0; i < len; i++) /* so that a sanitizer sees them read */
		sum = (uint8_t)(sum + ((const uint8_t *)bytes)[i]);
}

/* ---- types out of the files' own lines ---- */

static struct mms_event_type types[MAX_TYPES];
static struct mms_field fields[MAX_TYPES][MAX_FIELDS];
static unsigned int nr_types;

static bool is_text(const char *name)
{
	static const char *const texts[] = { "comm",    "path",    "dst_path", "filename",
					     "oldcomm", "newcomm", "buf",      "child_comm" };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (!strcmp(name, texts[i]))
			return true;
	return false;
}

static void add_field(struct mms_event_type *type, const struct mms_meta *line)
{
	struct mms_field *f = &fields[type->index][type->nr_fields];
	const char *value = line->value;
	size_t left = line->value_len, len;
	const char *word = mms_meta_word(&value, &left, &len);

	if (!word || type->nr_fields == MAX_FIELDS)
		return;
	*f = (struct mms_field){ .name = strndup(word, len),
				 .offset = type->nr_fields * 8,
				 .size = 8,
				 .is_signed = true };
	if (is_text(f->name)) {
		f->kind = MMS_FIELD_TEXT;
		f->dynamic = MMS_FIELD_DATA_LOC;
	}
	type->nr_fields++;
}

static void add_type(const struct mms_file *file)
{
	struct mms_event_type *type = &types[nr_types];
	const char *pos = file->text;
	char *name = mms_meta_dup(file->text, "tracepoint");
	struct mms_meta line;

	*strchr(name, ':') = '\0';
	*type = (struct mms_event_type){ .index = nr_types, .format = "" };
	type->system = name;
	type->name = file->name;
	type->fields = fields[nr_types++];
	while (mms_meta_next(&pos, &line))
		if (line.key_len == 5 && !memcmp(line.key, "field", 5))
			add_field(type, &line);
}

static void make_types(void)
{
	for (const struct mms_file *f = mms_tracepoints; !nr_types || f->name; f++) {
		if (nr_types == MAX_TYPES || !f->name)
			abort();
		add_type(f);
	}
}

static const char *enum_text(void *ctx, const char *name, int64_t value)
{
	(void)ctx;
	(void)name;
	return value & 1 ? "PGSCAN_DIRECT" : "PGSTEAL_DIRECT";
}

/* ---- events out of the input ---- */

static bool take(const uint8_t **data, size_t *size, int64_t *ts_ns, struct mms_event *ret_ev)
{
	const uint8_t *head = *data;
	size_t len;

	if (*size < HEAD)
		return false;
	len = head[6] < *size - HEAD ? head[6] : *size - HEAD;
	/* steps of up to 1.7 s, a few of them back */
	*ts_ns += (int64_t)(head[4] | head[5] << 8) * 26000 - (head[3] & 0x80 ? 1000000 : 0);
	*ret_ev = (struct mms_event){ .ts_ns = *ts_ns,
				      .cpu = head[1] % 9 - 1,
				      .pid = head[2] % 17 - 1,
				      .flags = head[3] & 0x7f,
				      .len = (uint32_t)len,
				      .data = head + HEAD,
				      .lost_from_ns = *ts_ns - 10,
				      .nr_lost = head[4] - 1 };
	if (head[0] != TYPE_LOSS)
		ret_ev->type = &types[head[0] % nr_types];
	*data += HEAD + len;
	*size -= HEAD + len;
	return true;
}

static uint64_t feed(struct mms_engine *eng, const uint8_t *data, size_t size)
{
	uint64_t nr = 0;
	int64_t ts_ns = 5000000000, seq = 0, episode;
	struct mms_event ev;

	while (take(&data, &size, &ts_ns, &ev)) {
		if (mms_engine_event(eng, &ev, ++seq, &episode) || episode > seq || episode < 0)
			abort();
		nr += ev.type != NULL;
	}
	return nr;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mms_source_info info = { .kind = "fuzz", .clock_is_ns = true };
	struct mms_engine_opts opts = { .run_id = 1, .mglru = -1, .enum_text = enum_text };
	struct mms_engine *eng mms_auto(engine) = NULL;
	struct mms_engine_summary summary;
	uint64_t nr;

	if (!nr_types)
		make_types();
	nr_sink = 0;
	rolled_up = 0;
	nr_episodes = 0;
	info.types = types;
	info.nr_types = nr_types;
	if (mms_engine_new(&info, &opts, NULL, &eng))
		abort();
	nr = feed(eng, data, size);
	if (mms_engine_finish(eng, &summary))
		abort();
	if (summary.nr_events != nr || rolled_up != nr || nr_episodes > nr)
		abort();
	return 0;
}
