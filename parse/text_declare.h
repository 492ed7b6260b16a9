/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_DECLARE_H
#define MMS_PARSE_TEXT_DECLARE_H

#include "parse/text_type.h"

/**
 * mms_text_declare() - Take over what is known of an event's text.
 * @text: of its file in schema/tracepoints/
 *
 * Return: 0 or -ENOMEM.
 */
int mms_text_declare(struct mms_text_type *type, const char *text);

#endif
