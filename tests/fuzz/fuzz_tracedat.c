// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as a trace.dat file: every record and every byte of it is read. */
#include "tests/fuzz/read_source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_source(NULL, data, size);
	return 0;
}
