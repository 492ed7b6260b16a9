/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_COMMON_AUTO_H
#define MMS_COMMON_AUTO_H

#include <stdlib.h>

/*
 * Scope-based cleanup, in the manner of the kernel's <linux/cleanup.h>.
 * Not mixed with goto: a function owns everything in this way.
 */
#define MMS_DEFINE_AUTO(name, type, fn)             \
	static inline void mms_auto_##name(type *p) \
	{                                           \
		fn(*p);                             \
	}                                           \
	struct mms_auto_##name##_needs_semicolon

#define mms_auto(name) __attribute__((cleanup(mms_auto_##name)))

/* mms_auto(mem): anything that malloc() and friends gave. */
static inline void mms_auto_mem(void *p)
{
	free(*(void **)p);
}

#define mms_take(p)                            \
	({                                     \
		__typeof__(p) mms_taken = (p); \
		(p) = NULL;                    \
		mms_taken;                     \
	})

#endif
