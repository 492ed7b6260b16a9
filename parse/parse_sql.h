/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_PARSE_SQL_H
#define MMS_PARSE_PARSE_SQL_H

#include "common/file.h"

/* The statements of parse/sql/, for mms_stmt_open(); sorted by name, ended by a zero entry. */
extern const struct mms_file mms_parse_sql[];

#endif
