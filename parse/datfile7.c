// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Version 7: sections that options point to. The options of the buffers are
 * at the end of the file, so that a file cut short lacks them: then sections
 * are found by walking from the front.
 */
#include <errno.h>
#include <stdlib.h>

#include "common/err.h"
#include "parse/datfile.h"
#include "parse/datopt.h"

#define SECTION_HEAD 16 /* bytes */
#define CHAIN_MAX    1024

struct section {
	uint16_t id;
	bool packed;
	uint64_t offset; /* of the head */
	uint64_t size;   /* as the head says */
	struct mms_dat_span raw;
};

/* The section whose head is at @offset, as far as it is in the file. */
static bool section_at(const struct mms_datfile *df, uint64_t offset, struct section *ret)
{
	struct mms_cursor cur = mms_datfile_at(df, offset);

	ret->offset = offset;
	ret->id = mms_cursor_u16(&cur);
	ret->packed = mms_cursor_u16(&cur) & 1;
	mms_cursor_u32(&cur); /* id of a description */
	ret->size = mms_cursor_u64(&cur);
	ret->raw.data = cur.pos;
	ret->raw.len = mms_cursor_left(&cur);
	if (ret->size < ret->raw.len)
		ret->raw.len = ret->size;
	return !cur.bad;
}

int mms_datfile_set_part(struct mms_datfile *df, uint16_t id, uint64_t offset)
{
	struct mms_dat_section *part = &df->parts[id - MMS_DATOPT_PARTS];
	struct section sec;

	if (part->raw.data)
		return 0;
	if (!section_at(df, offset, &sec) || sec.id != id || sec.raw.len < sec.size)
		mms_datfile_cut(df, df->size, "section %u of metadata at byte %llu is not whole",
				id, (unsigned long long)offset);
	if (sec.id != id)
		return 0;
	part->raw = sec.raw;
	part->packed = sec.packed;
	return 0;
}

bool mms_datfile_buffer_packed(const struct mms_datfile *df, uint64_t offset)
{
	struct section sec;

	return section_at(df, offset, &sec) && sec.packed;
}

/* Options of one section; @ret_next: where the next are, 0: no more. */
static int read_options(struct mms_datfile *df, struct mms_cursor cur, uint64_t *ret_next)
{
	int ret = 0;

	*ret_next = 0;
	while (!ret && !cur.bad && mms_cursor_left(&cur)) {
		uint16_t id = mms_cursor_u16(&cur);
		uint32_t len = mms_cursor_u32(&cur);
		struct mms_cursor opt = mms_cursor_sub(&cur, len);

		if (opt.bad)
			break;
		if (id == MMS_DATOPT_DONE) {
			*ret_next = mms_cursor_u64(&opt);
			return 0;
		}
		ret = mms_datfile_option(df, id, opt);
	}
	return ret;
}

static int read_option_section(struct mms_datfile *df, const struct section *sec,
			       uint64_t *ret_next)
{
	struct mms_cursor cur = mms_cursor_new(sec->raw.data, sec->raw.len, df->swap);
	uint8_t *data = NULL;
	size_t len;
	int ret;

	if (sec->packed) {
		ret = mms_datfile_unpack(df, sec->raw, &data, &len);
		if (ret)
			return ret;
		cur = mms_cursor_new(mms_datfile_keep(df, data, len), len, df->swap);
		free(data);
		if (!cur.pos)
			return mms_err(-ENOMEM, "no memory for options of %s", df->path);
	}
	return read_options(df, cur, ret_next);
}

/*
 * Return: 1 when the chain was read to its end, 0 when the file ends before,
 * or a negative errno. A damaged chain may turn in a circle.
 */
static int read_chain(struct mms_datfile *df)
{
	uint64_t offset = df->first_options;
	unsigned int steps = CHAIN_MAX;
	struct section sec;
	int ret;

	while (offset && steps--) {
		if (!section_at(df, offset, &sec) || sec.id != 0 || sec.raw.len < sec.size) {
			mms_datfile_cut(df, df->size,
					"the options at byte %llu are not in the file",
					(unsigned long long)offset);
			return 0;
		}
		ret = read_option_section(df, &sec, &offset);
		if (ret == -EBADMSG) {
			mms_datfile_cut(df, sec.offset, "%s", mms_err_text());
			return 0;
		}
		if (ret)
			return ret;
	}
	if (offset)
		mms_datfile_note(df, "more than %u sections of options: the rest is left out",
				 CHAIN_MAX);
	return 1;
}

/* What the chain did not lead to. */
static int walk_sections(struct mms_datfile *df, uint64_t offset)
{
	struct section sec;
	int ret = 0;

	while (!ret && section_at(df, offset, &sec)) {
		if (sec.id >= MMS_DATOPT_PARTS && sec.id < MMS_DATOPT_PARTS + MMS_DAT_NR_PARTS)
			ret = mms_datfile_set_part(df, sec.id, offset);
		else if (sec.id == MMS_DATOPT_BUFFER && !df->nr_buffers)
			ret = mms_datfile_guess(df, offset + SECTION_HEAD, sec.raw.len, sec.packed);
		if (sec.size > df->size - offset)
			break;
		offset += SECTION_HEAD + sec.size;
	}
	return ret;
}

int mms_datfile_read7(struct mms_datfile *df, struct mms_cursor *cur)
{
	const char *codec = mms_cursor_str(cur);
	int ret;

	mms_cursor_str(cur); /* version of the codec */
	df->first_options = mms_cursor_u64(cur);
	if (cur->bad) {
		mms_datfile_cut(df, df->size, "inside the file's head");
		return 0;
	}
	df->codec = mms_codec_find(codec);
	if (!df->codec)
		return mms_err(-ENOTSUP,
			       "%s: compression '%.32s' is not known; none, zstd and "
			       "zlib are",
			       df->path, codec);
	ret = read_chain(df);
	if (ret < 0)
		return ret;
	return ret && df->nr_buffers ? 0 : walk_sections(df, (uint64_t)(cur->pos - df->map));
}
