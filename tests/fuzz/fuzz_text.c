// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as trace text: every record and every byte of it is read. */
#include "tests/fuzz/read_source.h"

extern const struct mms_source_kind mms_src_text;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_source(&mms_src_text, data, size);
	return 0;
}
