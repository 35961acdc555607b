// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elfobject.c - an ELF file through libdwfl; see elfobject.h
 */
#include "elfobject.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elfframes.h"
#include "elfscopes.h"
#include "elfstubs.h"
#include "elfunits.h"

#define GAP_MOST	65536		/* bytes of code without functions that are one row */

static int rank_of(const GElf_Sym *symbol)
{
	static const uint8_t by_binding[] = {
		[STB_WEAK] = 0, [STB_LOCAL] = 1, [STB_GLOBAL] = 2,
	};
	unsigned int binding = GELF_ST_BIND(symbol->st_info);
	int rank = binding < sizeof(by_binding) ? by_binding[binding] : 1;

	return rank + (GELF_ST_TYPE(symbol->st_info) == STT_NOTYPE ? 0 : 4);
}

/* Functions, and labels without a type in code, as assembly sources have them. */
static bool is_code(const GElf_Sym *symbol, Elf *elf, GElf_Word index)
{
	unsigned int type = GELF_ST_TYPE(symbol->st_info);
	GElf_Shdr header;
	Elf_Scn *section;

	if (symbol->st_shndx == SHN_UNDEF)
		return false;
	if (type == STT_FUNC || type == STT_GNU_IFUNC)
		return true;
	if (type != STT_NOTYPE)
		return false;
	section = elf_getscn(elf, index);
	return section && gelf_getshdr(section, &header) && header.sh_flags & SHF_EXECINSTR;
}

static bool has_symbols(Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			return true;
	return false;
}

/* Those of a debug file are no others than the file itself would have. */
static int read_functions(struct elfobject *object, Elf *own)
{
	int count = dwfl_module_getsymtab(object->module);
	int error = 0;

	object->stripped = !has_symbols(own);

	for (int i = 1; !error && i < count; i++) {
		GElf_Sym symbol;
		GElf_Addr address;
		GElf_Word index;
		Dwarf_Addr bias;
		Elf *elf;
		const char *name = dwfl_module_getsym_info(object->module, i, &symbol, &address,
							   &index, &elf, &bias);

		object->stripped &= elf == own;
		if (name && is_code(&symbol, elf, index))
			error = symtab_add(&object->functions, name, address - object->bias,
					   symbol.st_size, (uint8_t)rank_of(&symbol));
	}
	return error;
}

/* Labels at the end of the code reach to the end of the last loaded segment. */
static uint64_t code_end(Elf *elf)
{
	uint64_t end = 0;
	size_t count = 0;

	elf_getphdrnum(elf, &count);
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr segment;

		if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_LOAD &&
		    segment.p_flags & PF_X && segment.p_vaddr + segment.p_memsz > end)
			end = segment.p_vaddr + segment.p_memsz;
	}
	return end;
}

static int read_elf(struct elfobject *object)
{
	const unsigned char *id;
	GElf_Addr id_address, bias;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	GElf_Ehdr header;
	int size, error;

	if (!elf || !gelf_getehdr(elf, &header))
		return -ENOEXEC;
	object->bias = bias;
	object->machine = header.e_machine;
	object->relocatable = header.e_type == ET_REL;
	size = dwfl_module_build_id(object->module, &id, &id_address);
	if (size > 0 && size <= ELFOBJECT_BUILD_ID_MAX) {
		memcpy(object->build_id, id, (size_t)size);
		object->build_id_size = (uint8_t)size;
	}
	error = read_functions(object, elf);
	if (!error)
		error = elfstubs_add(&object->functions, &object->names, elf);
	if (!error && !object->relocatable)
		error = elfframes_add(&object->functions, elf, has_symbols(elf));
	symtab_seal(&object->functions, code_end(elf));
	return error;
}

struct elfobject_finder {
	Dwfl_Callbacks callbacks;
	char *path;
};

/* Beside the file, in .debug below it, and where the recorded machine keeps them. */
static struct elfobject_finder *finder_create(const char *symfs)
{
	struct elfobject_finder *finder = calloc(1, sizeof(*finder));

	if (!finder || asprintf(&finder->path, ":.debug:%s/usr/lib/debug", symfs) < 0) {
		free(finder);
		return NULL;
	}
	finder->callbacks = (Dwfl_Callbacks){
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
		.debuginfo_path = &finder->path,
	};
	return finder;
}

static void finder_destroy(struct elfobject_finder *finder)
{
	if (finder)
		free(finder->path);
	free(finder);
}

int elfobject_open(struct elfobject *object, const char *path, const char *symfs)
{
	int error = 0, fd;

	*object = (struct elfobject){ 0 };
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	object->finder = finder_create(symfs);
	object->units = elfunits_create();
	object->dwfl = object->finder ? dwfl_begin(&object->finder->callbacks) : NULL;
	if (!object->dwfl || !object->units) {
		close(fd);
		elfobject_close(object);
		return -ENOMEM;
	}
	dwfl_report_begin(object->dwfl);
	object->module = dwfl_report_offline(object->dwfl, path, path, fd);
	dwfl_report_end(object->dwfl, NULL, NULL);
	if (!object->module) {
		close(fd);
		error = -ENOEXEC;
	}
	if (!error)
		error = read_elf(object);
	if (error)
		elfobject_close(object);
	return error;
}

void elfobject_close(struct elfobject *object)
{
	symtab_deinit(&object->functions);
	texts_deinit(&object->names);
	elfunits_destroy(object->units);
	if (object->dwfl)
		dwfl_end(object->dwfl);
	finder_destroy(object->finder);
	*object = (struct elfobject){ 0 };
}

/* A loaded segment with @place in its part of the file: by offset, or by address. */
static bool find_segment(const struct elfobject *object, uint64_t place, bool by_address,
			 GElf_Phdr *segment)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	size_t count = 0;

	elf_getphdrnum(elf, &count);
	for (size_t i = 0; i < count; i++) {
		if (!gelf_getphdr(elf, (int)i, segment) || segment->p_type != PT_LOAD)
			continue;
		if (place - (by_address ? segment->p_vaddr : segment->p_offset) < segment->p_filesz)
			return true;
	}
	return false;
}

bool elfobject_address(const struct elfobject *object, uint64_t offset, uint64_t *address)
{
	GElf_Phdr segment;

	if (!find_segment(object, offset, false, &segment))
		return false;
	*address = offset - segment.p_offset + segment.p_vaddr;
	return true;
}

bool elfobject_offset(const struct elfobject *object, uint64_t address, uint64_t *offset)
{
	GElf_Phdr segment;

	if (!find_segment(object, address, true, &segment))
		return false;
	*offset = address - segment.p_vaddr + segment.p_offset;
	return true;
}

bool elfobject_beside_code(const struct elfobject *object, uint64_t offset, uint64_t *address)
{
	GElf_Addr bias, slide = 0;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	GElf_Phdr segment;
	size_t count = 0;
	bool code = false;

	elf_getphdrnum(elf, &count);
	for (size_t i = 0; i < count; i++) {
		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_LOAD ||
		    !(segment.p_flags & PF_X) || (code && segment.p_offset > offset))
			continue;
		code = true;
		slide = segment.p_vaddr - segment.p_offset;
	}
	*address = offset + slide;
	for (size_t i = 0; i < count; i++)
		if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_LOAD &&
		    *address - segment.p_vaddr < segment.p_memsz)
			return true;
	return false;
}

/* Where the unit was compiled, or NULL. */
static const char *find_dir(Dwarf_Die *unit)
{
	Dwarf_Attribute attr;

	return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attr));
}

/* By the unit's own line table, where libdwfl does not find the unit. */
static struct elfobject_line line_by_unit(const struct elfobject *object, uint64_t address)
{
	struct elfobject_line result = { 0 };
	Dwarf_Addr bias;
	Dwarf_Die *unit = elfunits_at(object->units, object->module, address + object->bias, &bias);
	Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, address + object->bias - bias) : NULL;

	if (line && !dwarf_lineno(line, &result.line)) {
		result.file = dwarf_linesrc(line, NULL, NULL);
		result.dir = find_dir(unit);
	}
	return result;
}

struct elfobject_line elfobject_line(const struct elfobject *object, uint64_t address)
{
	Dwfl_Line *line = dwfl_module_getsrc(object->module, address + object->bias);
	struct elfobject_line result = { 0 };

	if (line) {
		result.file = dwfl_lineinfo(line, NULL, &result.line, NULL, NULL, NULL);
		result.dir = dwfl_line_comp_dir(line);
	} else {
		result = line_by_unit(object, address);
	}
	if (!result.line)
		result.file = NULL;
	return result;
}

enum elfobject_lineless elfobject_lineless(const struct elfobject *object, uint64_t address)
{
	Dwarf_Addr bias;

	if (!dwfl_module_getdwarf(object->module, &bias))
		return ELFOBJECT_NO_DWARF;
	/* libdwfl counts the addresses behind a unit as its own, too. */
	return elfunits_at(object->units, object->module, address + object->bias, &bias) ?
	       ELFOBJECT_NO_LINE : ELFOBJECT_NO_UNIT;
}

/* Where an inlined function was called: attributes of its scope, file by number. */
static struct elfobject_line call_line(Dwarf_Die *scope)
{
	struct elfobject_line call = { 0 };
	Dwarf_Word file, line;
	Dwarf_Attribute attr;
	Dwarf_Files *files;
	Dwarf_Die unit;
	size_t count;

	if (dwarf_formudata(dwarf_attr(scope, DW_AT_call_file, &attr), &file) ||
	    dwarf_formudata(dwarf_attr(scope, DW_AT_call_line, &attr), &line) ||
	    !dwarf_diecu(scope, &unit, NULL, NULL) ||
	    dwarf_getsrcfiles(&unit, &files, &count) || file >= count)
		return call;
	call.file = dwarf_filesrc(files, file, NULL, NULL);
	call.dir = find_dir(&unit);
	call.line = (int)line;
	return call;
}

size_t elfobject_inlines(const struct elfobject *object, uint64_t address,
			 struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX])
{
	Dwarf_Die *scopes;
	Dwarf_Addr pc;
	int count = elfscopes_at(object, address, &scopes, &pc);
	size_t found = 0;

	for (int i = 0; i < count && found < ELFOBJECT_INLINES_MAX; i++) {
		Dwarf_Attribute attr;

		if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine)
			continue;
		inlines[found].name = dwarf_formstring(
			dwarf_attr_integrate(&scopes[i], DW_AT_name, &attr));
		inlines[found].call = call_line(&scopes[i]);
		found += inlines[found].name != NULL;
	}
	free(scopes);
	return found;
}

/* The section with code or data at @address. */
static Elf_Scn *section_at(const struct elfobject *object, uint64_t address, GElf_Shdr *header)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, header) && header->sh_flags & SHF_ALLOC &&
		    header->sh_type == SHT_PROGBITS && address >= header->sh_addr &&
		    address - header->sh_addr < header->sh_size)
			return section;
	return NULL;
}

size_t elfobject_code(const struct elfobject *object, uint64_t address, uint64_t size,
		      const uint8_t **bytes)
{
	GElf_Shdr header;
	Elf_Scn *section = section_at(object, address, &header);
	Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;
	uint64_t offset;

	if (!data || !data->d_buf)
		return 0;
	offset = address - header.sh_addr;
	if (offset >= data->d_size)
		return 0;
	*bytes = (const uint8_t *)data->d_buf + offset;
	return size < data->d_size - offset ? size : data->d_size - offset;
}

bool elfobject_gap(const struct elfobject *object, uint64_t address, uint64_t *begin,
		   uint64_t *end)
{
	GElf_Shdr header;

	if (!section_at(object, address, &header) || !(header.sh_flags & SHF_EXECINSTR))
		return false;
	*begin = header.sh_addr;
	*end = header.sh_addr + header.sh_size;
	symtab_gap(&object->functions, address, begin, end);
	*begin += (address - *begin) / GAP_MOST * GAP_MOST;
	if (*end - *begin > GAP_MOST)
		*end = *begin + GAP_MOST;
	return true;
}

const char *elfobject_section(const struct elfobject *object, uint64_t address)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	GElf_Shdr header;
	size_t names;

	if (!section_at(object, address, &header) || elf_getshdrstrndx(elf, &names))
		return NULL;
	return elf_strptr(elf, names, header.sh_name);
}

bool elfobject_symbol(const struct elfobject *object, const char *name, uint64_t *address)
{
	int count = dwfl_module_getsymtab(object->module);

	for (int i = 1; i < count; i++) {
		GElf_Sym symbol;
		GElf_Addr value;
		const char *found = dwfl_module_getsym_info(object->module, i, &symbol, &value,
							    NULL, NULL, NULL);

		if (found && !strcmp(found, name)) {
			*address = value - object->bias;
			return true;
		}
	}
	return false;
}

bool elfobject_section_start(const struct elfobject *object, const char *name, uint64_t *address)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return false;
	while ((section = elf_nextscn(elf, section))) {
		const char *found = gelf_getshdr(section, &header) ?
				    elf_strptr(elf, names, header.sh_name) : NULL;

		if (found && !strcmp(found, name)) {
			*address = header.sh_addr;
			return true;
		}
	}
	return false;
}
