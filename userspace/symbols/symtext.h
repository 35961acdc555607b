/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symtext.h - symbols in text files: /proc/kallsyms, or a copy of it; a JIT's perf-PID.map
 */
#ifndef SYMTEXT_H
#define SYMTEXT_H

#include "symtab.h"

struct symtext {
	struct symtab functions;
	struct symtab data;		/* of kallsyms; sorted when it is asked for */
	bool data_sealed;
	char *text;			/* the file; names point into it */
	uint64_t text_start;		/* of kallsyms: its reference; 0 if addresses are hidden */
};

/*
 * Lines of "address type name [module]"; @reference names the symbol that text_start is to
 * be the address of. 0 or a negative errno; -EACCES when addresses are hidden (kptr_restrict).
 */
int symtext_open_kallsyms(struct symtext *symtext, const char *path, const char *reference);
/* Lines of "start size name", both hexadecimal. 0 or a negative errno. */
int symtext_open_perfmap(struct symtext *symtext, const char *path);
/* The data of kallsyms; the size of none is known. */
const struct symtab *symtext_data(struct symtext *symtext);
void symtext_close(struct symtext *symtext);

#endif /* SYMTEXT_H */
