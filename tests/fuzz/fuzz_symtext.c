// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_symtext.c - symbols in text files: kallsyms and a JIT's map
 */
#include "fuzz.h"

#include <unistd.h>

#include "symbols/symtext.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct symtext symtext;
	char path[64];
	int fd = fuzz_file(bytes, size, path);

	symtext = (struct symtext){ 0 };
	if (!symtext_open_kallsyms(&symtext, path, "_text"))
		symtab_at(&symtext.functions, 0x1000);
	symtext_close(&symtext);
	symtext = (struct symtext){ 0 };
	if (!symtext_open_perfmap(&symtext, path))
		symtab_at(&symtext.functions, 0x1000);
	symtext_close(&symtext);
	close(fd);
	return 0;
}
