/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_SYMBOLS_H
#define MMS_RECORD_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#include "common/auto.h"
#include "common/buf.h"

/* Addresses that records point to, and the lines of kallsyms that name them. */
struct mms_symbols;

struct mms_symbols *mms_symbols_new(void);
void mms_symbols_free(struct mms_symbols *syms);
MMS_DEFINE_AUTO(symbols, struct mms_symbols *, mms_symbols_free);

/** mms_symbols_need() - The symbol at or before @addr is needed. Return: 0 or -ENOMEM. */
int mms_symbols_need(struct mms_symbols *syms, uint64_t addr);

/** mms_symbols_need_all() - It cannot be told which ones are. */
void mms_symbols_need_all(struct mms_symbols *syms);

/**
 * mms_symbols_print() - Append the lines of @kallsyms that are needed.
 *
 * Each comes with its successor, so that a reader that looks for the symbol
 * below an address finds where it ends.
 *
 * Return: 0 or -ENOMEM.
 */
int mms_symbols_print(const struct mms_symbols *syms, const char *kallsyms, struct mms_buf *buf);

#endif
