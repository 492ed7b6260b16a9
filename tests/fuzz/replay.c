// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Stands in for libFuzzer where the compiler has none: feeds the files of a
 * folder, each whole, cut short and with bytes changed, always in the same way.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NR_CHANGED 48
#define NR_CUT     16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* A copy of exactly this size, so that the address sanitizer sees a read behind it. */
static void feed(const uint8_t *data, size_t size, unsigned int nr_flips, uint32_t *state)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	while (size && nr_flips--)
		copy[next_random(state) % size] ^= 1u << next_random(state) % 8;
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static void feed_variants(const uint8_t *data, size_t size)
{
	uint32_t state = 1;

	feed(data, size, 0, &state);
	for (size_t i = 0; i < NR_CUT; i++)
		feed(data, size * i / NR_CUT, 0, &state);
	for (unsigned int i = 0; i < NR_CHANGED; i++)
		feed(data, size, 1 + i / 4, &state);
}

static int feed_file(const char *dir, const char *name)
{
	char path[4096];
	long size = 0;
	uint8_t *data = NULL;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "rb");
	if (!f)
		return -1;
	if (!fseek(f, 0, SEEK_END))
		size = ftell(f);
	rewind(f);
	data = malloc(size > 0 ? size : 1);
	if (data && size >= 0 && fread(data, 1, size, f) == (size_t)size)
		feed_variants(data, size);
	free(data);
	fclose(f);
	return 0;
}

int main(int argc, char **argv)
{
	const struct dirent *entry;
	DIR *dir = argc > 1 ? opendir(argv[1]) : NULL;
	int nr = 0;

	if (!dir) {
		printf("skipped: no corpus %s\n", argc > 1 ? argv[1] : "");
		return 77;
	}
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && !feed_file(argv[1], entry->d_name))
			nr++;
	closedir(dir);
	printf("%d files, %d variants of each\n", nr, 1 + NR_CUT + NR_CHANGED);
	return nr ? 0 : 1;
}
