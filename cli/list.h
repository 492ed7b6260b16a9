/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_CLI_LIST_H
#define MMS_CLI_LIST_H

/**
 * mms_list_expand() - Write out the ranges of a list of numbers: "0,2-4" is "0,2,3,4".
 * @ret_list: to be freed; set only on success
 *
 * Return: 0, -EINVAL, -ENOMEM.
 */
int mms_list_expand(const char *list, char **ret_list);

#endif
