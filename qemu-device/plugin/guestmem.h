/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guestmem.h - contents of a user program's memory: call it in the context of its thread
 */
#ifndef TEA_GUESTMEM_H
#define TEA_GUESTMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False where the program itself could not read it. */
bool guestmem_read(uint64_t address, void *to, size_t bytes);

/* A string, to be freed with g_free(); NULL where it cannot be read. */
char *guestmem_string(uint64_t address);

/*
 * Strings, as execve() takes them, to be freed with g_strfreev(); NULL where they cannot
 * be read. Address 0 gives none.
 */
char **guestmem_strings(uint64_t address);

/* Where the handler of a signal, which is about to begin, goes back to; 0: nowhere. */
uint64_t guestmem_interrupted(void);

#endif /* TEA_GUESTMEM_H */
