// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/err.h"
#include "common/hash.h"
#include "parse/text_clean.h"
#include "parse/text_file.h"

#define BUFFER_BYTES (1 << 20)
#define TAIL_BYTES   (64 << 10)

/*
 * @buf holds lines that were taken, up to @pos, lines whose coding is undone,
 * up to @lines_end, and then, up to @end, the raw begin of the next line.
 */
struct mms_text_file {
	char *path;
	int fd;
	char *buf;
	size_t pos, lines_end, end;
	uint64_t size, begin, stop; /* of the file; where reading begins and ends */
	uint64_t done;              /* bytes read since the begin */
	uint64_t line_no;
	unsigned int coding;
	bool started, at_end;
	bool skipping; /* the rest of a line that was cut */
	bool is_cut;
	size_t last_pos; /* of the line that was taken last */
};

static int init_file(struct mms_text_file *file, const char *path)
{
	struct stat st;

	file->path = strdup(path);
	file->buf = malloc(BUFFER_BYTES);
	if (!file->path || !file->buf)
		return mms_err(-ENOMEM, "no memory to read %s", path);
	if (file->fd < 0 || fstat(file->fd, &st))
		return mms_err(-errno, "cannot read %s", path);
	file->size = file->stop = (uint64_t)st.st_size;
	posix_fadvise(file->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	return 0;
}

int mms_text_file_new(const char *path, int fd, struct mms_text_file **ret_file)
{
	struct mms_text_file *file mms_auto(text_file) = calloc(1, sizeof(*file));
	int ret;

	if (!file) {
		close(fd);
		return mms_err(-ENOMEM, "no memory to read %s", path);
	}
	file->fd = fd;
	ret = init_file(file, path);
	if (!ret)
		*ret_file = mms_take(file);
	return ret;
}

int mms_text_file_part(const struct mms_text_file *whole, uint64_t begin, uint64_t end,
		       struct mms_text_file **ret_part)
{
	struct mms_text_file *part;
	int ret = mms_text_file_new(whole->path, fcntl(whole->fd, F_DUPFD_CLOEXEC, 3), &part);

	if (ret)
		return ret;
	part->begin = begin;
	part->stop = end;
	*ret_part = part;
	return 0;
}

void mms_text_file_close(struct mms_text_file *file)
{
	if (!file)
		return;
	if (file->fd >= 0)
		close(file->fd);
	free(file->path);
	free(file->buf);
	free(file);
}

void mms_text_file_rewind(struct mms_text_file *file)
{
	file->pos = file->lines_end = file->end = 0;
	file->done = file->line_no = 0;
	file->started = file->at_end = file->skipping = file->is_cut = false;
}

/* The next bytes of the part, to @to. Return: how many, or a negative errno. */
static ssize_t read_some(const struct mms_text_file *file, char *to, size_t len)
{
	uint64_t offset = file->begin + file->done;
	ssize_t n;

	if (len > file->stop - offset)
		len = file->stop - offset;
	do
		n = pread(file->fd, to, len, (off_t)offset);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return mms_err(-errno, "cannot read %s at byte %llu", file->path,
			       (unsigned long long)offset);
	return n;
}

static int read_more(struct mms_text_file *file)
{
	while (!file->at_end && file->end < BUFFER_BYTES) {
		ssize_t n = read_some(file, file->buf + file->end, BUFFER_BYTES - file->end);

		if (n < 0)
			return (int)n;
		file->at_end = !n;
		file->end += (size_t)n;
		file->done += (size_t)n;
	}
	return 0;
}

/* Undo the coding of what has come, as far as that is whole lines. */
static void clean_more(struct mms_text_file *file)
{
	char *raw = file->buf + file->lines_end;
	size_t len = file->end - file->lines_end, whole, left;

	if (!file->started && !file->begin)
		file->coding = mms_text_coding_of(raw, len);
	file->started = true;
	whole = mms_text_whole_lines(raw, len, file->coding);
	/* a line that fills the buffer is no line of a trace */
	if (file->at_end || (!whole && file->pos == file->lines_end))
		whole = len;
	left = mms_text_clean(raw, whole, file->coding);
	memmove(raw + left, raw + whole, len - whole);
	file->lines_end += left;
	file->end -= whole - left;
}

bool mms_text_file_is_low(const struct mms_text_file *file)
{
	return !file->at_end && file->lines_end - file->pos < MMS_TEXT_AHEAD;
}

bool mms_text_file_is_read(const struct mms_text_file *file)
{
	return file->at_end && file->pos == file->lines_end;
}

int mms_text_file_fill(struct mms_text_file *file)
{
	int ret;

	if (!mms_text_file_is_low(file))
		return 0;
	memmove(file->buf, file->buf + file->pos, file->end - file->pos);
	file->lines_end -= file->pos;
	file->end -= file->pos;
	file->pos = 0;
	ret = read_more(file);
	if (!ret)
		clean_more(file);
	return ret;
}

/* Pass over what is in memory of a line that was cut. */
static void skip_rest(struct mms_text_file *file)
{
	const char *newline = memchr(file->buf + file->pos, '\n', file->lines_end - file->pos);

	file->pos = newline ? (size_t)(newline - file->buf) + 1 : file->lines_end;
	file->skipping = !newline;
}

bool mms_text_file_line(struct mms_text_file *file, struct mms_slice *ret_line)
{
	const char *begin, *newline;
	size_t len;

	if (file->skipping)
		skip_rest(file);
	file->last_pos = file->pos;
	if (file->pos == file->lines_end)
		return false;
	begin = file->buf + file->pos;
	len = file->lines_end - file->pos;
	newline = memchr(begin, '\n', len);
	if (newline)
		len = (size_t)(newline - begin);
	file->pos += len + !!newline;
	file->skipping = !newline && !file->at_end;
	file->is_cut = !newline && file->at_end;
	file->line_no++;
	if (len && begin[len - 1] == '\r')
		len--;
	*ret_line =
		(struct mms_slice){ begin,
				    begin + (len < MMS_TEXT_MAX_LINE ? len : MMS_TEXT_MAX_LINE) };
	return true;
}

void mms_text_file_line_back(struct mms_text_file *file)
{
	file->pos = file->last_pos;
	file->skipping = false;
	file->line_no--;
}

uint64_t mms_text_file_line_no(const struct mms_text_file *file)
{
	return file->line_no;
}

bool mms_text_file_is_cut(const struct mms_text_file *file)
{
	return file->is_cut;
}

int mms_text_file_coding(struct mms_text_file *file)
{
	int ret = mms_text_file_fill(file);

	return ret ? ret : (int)file->coding;
}

uint64_t mms_text_file_size(const struct mms_text_file *file, uint64_t *ret_done)
{
	*ret_done = file->done - (file->end - file->pos);
	return file->size;
}

static bool hash_part(const struct mms_text_file *file, char *buf, uint64_t offset, uint64_t *hash)
{
	ssize_t n = pread(file->fd, buf, TAIL_BYTES, (off_t)offset);

	if (n > 0)
		*hash = mms_hash(*hash, buf, (size_t)n);
	return n >= 0;
}

int mms_text_file_hash(const struct mms_text_file *file, uint64_t *ret_hash)
{
	uint64_t hash = mms_hash(MMS_HASH_INIT, &file->size, sizeof(file->size));
	char *buf mms_auto(mem) = malloc(TAIL_BYTES);

	if (!buf)
		return mms_err(-ENOMEM, "no memory to read %s", file->path);
	if (!hash_part(file, buf, 0, &hash) ||
	    !hash_part(file, buf, file->size > TAIL_BYTES ? file->size - TAIL_BYTES : 0, &hash))
		return mms_err(-errno, "cannot read %s", file->path);
	*ret_hash = hash;
	return 0;
}
