/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_CLI_PAGER_H
#define MMS_CLI_PAGER_H

#include <sys/types.h>

/**
 * mms_pager_start() - Send standard output through the user's pager.
 *
 * Only on a terminal; MMSCOPE_PAGER, else PAGER, else "less -FRX"; an empty one
 * or "cat" is none. Ask for the terminal's size and colour before.
 *
 * Return: for mms_pager_finish(); 0 when there is no pager.
 */
pid_t mms_pager_start(void);

/** mms_pager_finish() - Close standard output and wait until the user has read it. */
void mms_pager_finish(pid_t pager);

#endif
