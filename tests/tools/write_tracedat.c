// SPDX-License-Identifier: GPL-2.0-or-later
/* Writes a made trace.dat file: VERSION little|big LONG CODEC PAGE-BYTES > FILE. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/made_tracedat.h"

int main(int argc, char **argv)
{
	struct dw w = { 0 };

	if (argc != 6) {
		fprintf(stderr,
			"usage: write_tracedat 6|7 little|big 4|8 none|zlib|zstd PAGE-BYTES\n");
		return 2;
	}
	w.o = (struct dw_opts){
		.version = (int)strtol(argv[1], NULL, 10),
		.big_endian = argv[2][0] == 'b',
		.long_size = (unsigned int)strtoul(argv[3], NULL, 10),
		.codec = argv[4],
		.page_size = (unsigned int)strtoul(argv[5], NULL, 10),
		.nr_cpus = 2,
		.nr_pages = 3,
		.nr_records = 4,
		.step_ns = 300000000,
		.lose_before_page1 = true,
	};
	dw_write(&w);
	fwrite(w.out.data, 1, w.out.len, stdout);
	mms_buf_release(&w.out);
	return 0;
}
