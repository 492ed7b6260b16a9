// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "record/memroot.h"

static char dir[64];

/* A machine with the given mounts, and a cgroup2 tree with two groups. */
static struct mms_root machine(const char *mounts)
{
	static const char *const folders[] = { "proc", "proc/self", "cg", "cg/a b", "cg/a b/c" };
	char path[256];
	FILE *f;

	snprintf(dir, sizeof(dir), "/tmp/mmscope-unit-XXXXXX");
	assert_non_null(mkdtemp(dir));
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, folders[i]);
		assert_int_equal(mkdir(path, 0700), 0);
	}
	snprintf(path, sizeof(path), "%s/proc/self/mounts", dir);
	f = fopen(path, "w");
	fputs(mounts, f);
	fclose(f);
	snprintf(path, sizeof(path), "%s/cg/cgroup.controllers", dir);
	f = fopen(path, "w");
	fputs("cpu io memory pids\n", f);
	fclose(f);
	return (struct mms_root){ dir };
}

static int clean(void **state)
{
	static const char *const files[] = { "proc/self/mounts",
					     "cg/cgroup.controllers",
					     "cg/a b/c",
					     "cg/a b",
					     "cg",
					     "proc/self",
					     "proc",
					     "" };
	char path[256];

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
		remove(path);
	}
	return 0;
}

static void version_1_is_known_by_its_option(void **state)
{
	struct mms_root root = machine("tmpfs /sys/fs/cgroup tmpfs rw 0 0\n"
				       "cgroup /c/cpu cgroup rw,cpu,memory_like 0 0\n"
				       "cgroup /c/my\\040mem cgroup rw,relatime,memory 0 0\n");
	struct mms_memroot mem;

	(void)state;
	mms_memroot_find(&root, &mem);
	assert_string_equal(mem.mode, "v1");
	assert_string_equal(mem.memory, "v1");
	assert_string_equal(mem.path, "/c/my mem");
}

static void a_hybrid_has_memory_where_its_controller_is(void **state)
{
	struct mms_root root = machine("cgroup2 /unified cgroup2 rw 0 0\n"
				       "cgroup /mem cgroup rw,memory 0 0\n");
	struct mms_memroot mem;

	(void)state;
	mms_memroot_find(&root, &mem);
	assert_string_equal(mem.mode, "hybrid");
	assert_string_equal(mem.memory, "v1");
	assert_string_equal(mem.path, "/mem");
}

struct paths {
	char text[256];
};

static int add_path(void *ctx, const struct mms_memgroup *g)
{
	struct paths *p = ctx;

	assert_true(g->id);
	strncat(p->text, g->path, sizeof(p->text) - strlen(p->text) - 1);
	strncat(p->text, ";", sizeof(p->text) - strlen(p->text) - 1);
	return 0;
}

static void a_walk_gives_parents_first_and_globs_choose(void **state)
{
	struct mms_root root = machine("cgroup2 /cg cgroup2 rw 0 0\n");
	struct paths all = { "" }, some = { "" };
	struct mms_memroot mem;

	(void)state;
	mms_memroot_find(&root, &mem);
	assert_string_equal(mem.memory, "v2");
	assert_int_equal(mms_memroot_walk(&root, &mem, NULL, add_path, &all), 0);
	assert_string_equal(all.text, "/;/a b;/a b/c;");
	assert_int_equal(mms_memroot_walk(&root, &mem, "*/c", add_path, &some), 0);
	assert_string_equal(some.text, "/a b/c;");
}

static void the_group_of_a_task_is_that_of_its_memory(void **state)
{
	struct mms_root root = machine("cgroup /mem cgroup rw,memory 0 0\n");
	static const char text[] = "3:cpu:/x\n2:memory,blkio:/a b\n0::/u\n";
	struct mms_memroot mem;
	const char *path;
	size_t len = 0;

	(void)state;
	mms_memroot_find(&root, &mem);
	path = mms_memroot_of_task(&mem, text, &len);
	assert_int_equal(len, 4);
	assert_memory_equal(path, "/a b", 4);
	mem.memory = "v2";
	path = mms_memroot_of_task(&mem, text, &len);
	assert_memory_equal(path, "/u", 2);
	mem.memory = NULL;
	assert_null(mms_memroot_of_task(&mem, text, &len));
}

static void a_machine_without_cgroups_has_none(void **state)
{
	struct mms_root root = machine("proc /proc proc rw 0 0\n");
	struct paths all = { "" };
	struct mms_memroot mem;

	(void)state;
	mms_memroot_find(&root, &mem);
	assert_string_equal(mem.mode, "none");
	assert_null(mem.memory);
	assert_int_equal(mms_memroot_walk(&root, &mem, NULL, add_path, &all), 0);
	assert_string_equal(all.text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(version_1_is_known_by_its_option, clean),
		cmocka_unit_test_teardown(a_hybrid_has_memory_where_its_controller_is, clean),
		cmocka_unit_test_teardown(a_walk_gives_parents_first_and_globs_choose, clean),
		cmocka_unit_test_teardown(the_group_of_a_task_is_that_of_its_memory, clean),
		cmocka_unit_test_teardown(a_machine_without_cgroups_has_none, clean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
