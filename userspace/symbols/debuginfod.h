/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debuginfod.h - files of a build from the servers in $DEBUGINFOD_URLS
 *
 * libdebuginfod is loaded when it is first asked, as elfutils itself does: users who never ask need
 * not have it. It keeps the fetched files in its own cache.
 */
#ifndef DEBUGINFOD_H
#define DEBUGINFOD_H

#include <stdbool.h>
#include <stdint.h>

/* Whether it can be asked: the library is there, and $DEBUGINFOD_URLS is not empty. */
bool debuginfod_usable(void);
/* The path of the executable of that build, for the caller to free; NULL if there is none. */
char *debuginfod_executable(const uint8_t *build_id, uint8_t size);

#endif /* DEBUGINFOD_H */
