/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symtab.h - a sorted table of functions: address to name, name to address
 *
 * Filled from an ELF file or from kallsyms, then sealed. RISC-V mapping symbols
 * ($x, $d, $xrv64...) and local labels (.L...) are not functions and stay out.
 * Symbols without a size reach to the next one. Functions that are known without a name
 * are in it only where no name covers their start.
 */
#ifndef SYMTAB_H
#define SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symtab_symbol {
	uint64_t start, end;
	const char *name;		/* the caller's, for as long as the table; NULL: none */
	const char *shown;		/* the caller's, for people; NULL: not made yet */
	uint8_t rank;			/* of aliases at one address, the highest is shown */
	bool sized;
};

/* Zeroed memory is an empty table. */
struct symtab {
	struct symtab_symbol *symbols;
	size_t count;
};

/* @size 0: not known. 0 or -ENOMEM; 0 also for names that are not functions. */
int symtab_add(struct symtab *table, const char *name, uint64_t start, uint64_t size,
	       uint8_t rank);
/* One without a name, whose @size is known. 0 or -ENOMEM. */
int symtab_add_unnamed(struct symtab *table, uint64_t start, uint64_t size);
/* Sorts; symbols without a size end at the next one, or at @limit. */
void symtab_seal(struct symtab *table, uint64_t limit);
void symtab_deinit(struct symtab *table);

/* The function that covers @address, or NULL. */
const struct symtab_symbol *symtab_at(const struct symtab *table, uint64_t address);
/*
 * Narrows [*@begin, *@end) around @address, which no function covers, to the gap that none covers.
 */
void symtab_gap(const struct symtab *table, uint64_t address, uint64_t *begin, uint64_t *end);
/* The first symbol of this name from *@position on, which moves past it; or NULL. */
const struct symtab_symbol *symtab_named(const struct symtab *table, const char *name,
					 size_t *position);

#endif /* SYMTAB_H */
