// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elfcode.c - a hash of a file's code; see elfcode.h
 */
#include "elfcode.h"

#include <elfutils/libdwfl.h>
#include <gelf.h>

#define FNV_START	UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME	UINT64_C(0x100000001b3)

bool elfcode_hash(const struct elfobject *object, uint64_t *hash)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	size_t count = 0, size, headers;
	const char *bytes = elf_rawfile(elf, &size);
	bool found = false;
	GElf_Ehdr header;

	if (!bytes || !gelf_getehdr(elf, &header) || elf_getphdrnum(elf, &count))
		return false;
	headers = header.e_phoff + count * header.e_phentsize;
	*hash = FNV_START;
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr segment;
		uint64_t at, end;

		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_LOAD ||
		    !(segment.p_flags & PF_X) || !segment.p_filesz)
			continue;
		if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)
			return false;
		found = true;
		at = segment.p_offset > headers ? segment.p_offset : headers;
		for (end = segment.p_offset + segment.p_filesz; at < end; at++)
			*hash = (*hash ^ (uint8_t)bytes[at]) * FNV_PRIME;
	}
	return found;
}
