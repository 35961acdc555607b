// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elfthreads.c - the global offset table's entries for threads; see elfthreads.h
 *
 * A program has its own as numbers; others the dynamic linker fills in, as relocations say.
 */
#include "elfthreads.h"

#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <string.h>

/* The relocation is of a symbol of the object's own, or of no symbol. */
static bool take_relocation(Elf *elf, const GElf_Shdr *header, const GElf_Rela *relocation, int64_t *offset)
{
	Elf_Scn *section = elf_getscn(elf, header->sh_link);
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
	GElf_Sym symbol = { .st_value = 0 };
	int number = (int)GELF_R_SYM(relocation->r_info);

	if (number && (!data || !gelf_getsym(data, number, &symbol) || symbol.st_shndx == SHN_UNDEF))
		return false;
	*offset = (int64_t)symbol.st_value + relocation->r_addend;
	return true;
}

/* 1: found. 0: nothing is relocated there. -1: it is no thread's variable, or another object's. */
static int find_relocation(Elf *elf, uint64_t address, int64_t *offset)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section))) {
		Elf_Data *data;
		GElf_Rela relocation;

		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_RELA || !(header.sh_flags & SHF_ALLOC))
			continue;
		data = elf_getdata(section, NULL);
		for (int i = 0; data && gelf_getrela(data, i, &relocation); i++)
			if (relocation.r_offset == address)
				return GELF_R_TYPE(relocation.r_info) == R_RISCV_TLS_TPREL64 &&
				       take_relocation(elf, &header, &relocation, offset) ? 1 : -1;
	}
	return 0;
}

bool elfthreads_offset(const struct elfobject *object, uint64_t address, int64_t *offset)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	const char *section = elfobject_section(object, address);
	const uint8_t *bytes;
	int found;

	if (!elf || object->machine != EM_RISCV || !section || strcmp(section, ".got"))
		return false;
	found = find_relocation(elf, address, offset);
	if (found)
		return found > 0;
	if (elfobject_code(object, address, sizeof(*offset), &bytes) < sizeof(*offset))
		return false;
	memcpy(offset, bytes, sizeof(*offset));
	return true;
}
