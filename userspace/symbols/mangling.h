/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mangling.h - names of C++ and Rust as they were written, by libiberty
 *
 * Of C++ the Itanium ABI's; of Rust both manglings, without the hash of the older one. Results of
 * functions are left out: where a name is read, only its arguments tell overloads apart.
 */
#ifndef MANGLING_H
#define MANGLING_H

/*
 * What @symbol stands for, to be freed; NULL where it is none of these, out of memory, and where
 * it would be longer than MANGLING_MOST: some bytes can stand for gigabytes.
 */
#define MANGLING_MOST	65535
char *mangling_undo(const char *symbol);

#endif /* MANGLING_H */
