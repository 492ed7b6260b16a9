// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/timespec.h"
#include "common/err.h"

static void bounds_are_read(void **state)
{
	static const struct {
		const char *text;
		enum mms_bound_kind from;
		int64_t from_value;
		enum mms_bound_kind to;
		int64_t to_value;
	} cases[] = {
		{ "1.5,2", MMS_BOUND_CLOCK, 1500000000, MMS_BOUND_CLOCK, 2000000000 },
		{ "1.5,", MMS_BOUND_CLOCK, 1500000000, MMS_BOUND_OPEN, 0 },
		{ ",2", MMS_BOUND_OPEN, 0, MMS_BOUND_CLOCK, 2000000000 },
		{ ",", MMS_BOUND_OPEN, 0, MMS_BOUND_OPEN, 0 },
		{ "7", MMS_BOUND_CLOCK, 7000000000, MMS_BOUND_OPEN, 0 },
		{ "+2.5,-10", MMS_BOUND_BEGIN, 2500000000, MMS_BOUND_END, 10000000000 },
		{ "-10", MMS_BOUND_END, 10000000000, MMS_BOUND_OPEN, 0 },
		{ "10%", MMS_BOUND_OPEN, 0, MMS_BOUND_PERCENT, 100000000 },
		{ "10%-20%", MMS_BOUND_PERCENT, 100000000, MMS_BOUND_PERCENT, 200000000 },
		{ "12.5%,100%", MMS_BOUND_PERCENT, 125000000, MMS_BOUND_PERCENT, 1000000000 },
		/* more digits than a double keeps */
		{ "9007199.123456789,", MMS_BOUND_CLOCK, 9007199123456789, MMS_BOUND_OPEN, 0 },
		{ ".5,", MMS_BOUND_CLOCK, 500000000, MMS_BOUND_OPEN, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mms_timespec ts mms_auto(timespec) = { 0 };

		assert_int_equal(mms_timespec_parse(cases[i].text, &ts), 0);
		assert_int_equal(ts.from.kind, cases[i].from);
		assert_int_equal(ts.from.value, cases[i].from_value);
		assert_int_equal(ts.to.kind, cases[i].to);
		assert_int_equal(ts.to.value, cases[i].to_value);
		assert_false(ts.worst);
	}
}

static void a_marker_may_have_an_escaped_comma(void **state)
{
	struct mms_timespec ts mms_auto(timespec) = { 0 };

	(void)state;
	assert_int_equal(mms_timespec_parse("@rig: a\\, b,@rig: end", &ts), 0);
	assert_int_equal(ts.from.kind, MMS_BOUND_MARKER);
	assert_string_equal(ts.from.marker, "rig: a, b");
	assert_string_equal(ts.to.marker, "rig: end");
}

static void a_percent_sign_in_a_marker_is_text(void **state)
{
	struct mms_timespec ts mms_auto(timespec) = { 0 };

	(void)state;
	assert_int_equal(mms_timespec_parse("@at 50%", &ts), 0);
	assert_string_equal(ts.from.marker, "at 50%");
	assert_int_equal(ts.to.kind, MMS_BOUND_OPEN);
}

static void the_worst_event_has_time_around_it(void **state)
{
	struct mms_timespec ts mms_auto(timespec) = { 0 };

	(void)state;
	assert_int_equal(mms_timespec_parse("max+-500ms", &ts), 0);
	assert_true(ts.worst);
	assert_int_equal(ts.worst_ns, 500000000);
	assert_int_equal(mms_timespec_parse("max+-2", &ts), 0);
	assert_int_equal(ts.worst_ns, 2000000000);
	assert_int_equal(mms_timespec_parse("max+-1.5us", &ts), 0);
	assert_int_equal(ts.worst_ns, 1500);
}

static void nonsense_is_refused_with_a_hint(void **state)
{
	static const char *const bad[] = {
		"",      "x",         "1,2,3", "5%-", "101%", "1e9,",     "@,2",
		"max+-", "max+-5min", "10%-5", "--5", "1 ,2", "10%-20%,", "99999999999999,",
		"1.,2x"
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct mms_timespec ts = { .worst_ns = 42 };

		assert_int_equal(mms_timespec_parse(bad[i], &ts), -EINVAL);
		assert_int_equal(ts.worst_ns, 42);
		assert_non_null(strstr(mms_err_text(), "@MARKER"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds_are_read),
		cmocka_unit_test(a_marker_may_have_an_escaped_comma),
		cmocka_unit_test(a_percent_sign_in_a_marker_is_text),
		cmocka_unit_test(the_worst_event_has_time_around_it),
		cmocka_unit_test(nonsense_is_refused_with_a_hint),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
