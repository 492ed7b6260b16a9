// SPDX-License-Identifier: GPL-2.0-or-later
#include <fcntl.h>
#include <unistd.h>

#include "record/writebehind.h"

enum { WINDOW_BYTES = 2 << 20 };

static void drop(struct mms_writebehind *wb, int fd)
{
	if (wb->started == wb->dropped)
		return;
	sync_file_range(fd, wb->dropped, wb->started - wb->dropped,
			SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
				SYNC_FILE_RANGE_WAIT_AFTER);
	posix_fadvise(fd, wb->dropped, wb->started - wb->dropped, POSIX_FADV_DONTNEED);
	wb->dropped = wb->started;
}

void mms_writebehind(struct mms_writebehind *wb, int fd, off_t end)
{
	if (end - wb->started < WINDOW_BYTES)
		return;
	drop(wb, fd);
	sync_file_range(fd, wb->started, end - wb->started, SYNC_FILE_RANGE_WRITE);
	wb->started = end;
}

void mms_writebehind_drop(struct mms_writebehind *wb, int fd)
{
	off_t end = lseek(fd, 0, SEEK_END);

	if (end <= wb->dropped)
		return;
	wb->started = end;
	drop(wb, fd);
}
