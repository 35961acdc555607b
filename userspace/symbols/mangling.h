/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mangling.h - names of C++ and Rust as they were written, by libiberty
 *
 * C++ names are the Itanium ABI's; Rust has both manglings, without the hash of the older one.
 * Results of functions are left out: only arguments distinguish overloads.
 */
#ifndef MANGLING_H
#define MANGLING_H

/*
 * The name of @symbol, to be freed; NULL if it is not mangled so, out of memory, or if the name
 * would be longer than MANGLING_MOST: some bytes can stand for gigabytes.
 */
#define MANGLING_MOST	65535
char *mangling_undo(const char *symbol);

#endif /* MANGLING_H */
