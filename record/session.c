// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdarg.h>
#include <stdio.h>

#include "common/err.h"
#include "record/instance.h"
#include "record/runjson.h"
#include "record/session.h"

void mms_session_say(struct mms_session *r, enum mms_say level, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	r->opts->say(r->opts->say_ctx, level, text);
	if (level == MMS_SAY_WARNING && r->run)
		mms_runjson_note(r->run, text);
}

int mms_session_tracing_on(struct mms_session *r)
{
	int ret = r->inst ? mms_instance_on(r->inst) : 0;

	if (ret || !r->inst)
		return ret;
	r->tracing = true;
	json_object_set_new(r->run, "tracing",
			    json_pack("{s:I, s:n, s:n}", "on_ns",
				      (json_int_t)mms_trclock_now_ns(&r->clock), "off_ns",
				      "stopped"));
	return 0;
}

void mms_session_tracing_off(struct mms_session *r, const char *why)
{
	json_t *tracing = json_object_get(r->run, "tracing");

	if (!r->tracing)
		return;
	mms_instance_off(r->inst);
	r->tracing = false;
	json_object_set_new(tracing, "off_ns", json_integer(mms_trclock_now_ns(&r->clock)));
	json_object_set_new(tracing, "stopped", mms_runjson_text_or_null(why));
}

static int mark(void *ctx, const char *text)
{
	struct mms_session *r = ctx;

	return r->inst && r->tracing ? mms_instance_mark(r->inst, text) : 0;
}

int mms_session_snapshot(struct mms_session *r, const char *name)
{
	return mms_sampler_snapshot(&r->sampling, name, mark, r);
}
