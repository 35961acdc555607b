/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kallsyms.h - the running kernel's symbols: /proc/kallsyms, or a copy of it
 */
#ifndef KALLSYMS_H
#define KALLSYMS_H

#include "symtab.h"

struct kallsyms {
	struct symtab functions;
	char *text;			/* the file; names point into it */
	uint64_t text_start;		/* _text, or _stext; 0 if addresses are hidden */
};

/* Returns 0 or a negative errno; -EACCES when addresses are hidden (kptr_restrict). */
int kallsyms_open(struct kallsyms *kallsyms, const char *path, const char *reference);
void kallsyms_close(struct kallsyms *kallsyms);

#endif /* KALLSYMS_H */
