// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elfframes.c - ranges of code by call frame information; see elfframes.h
 */
#include "elfframes.h"

#include <dwarf.h>
#include <gelf.h>
#include <string.h>

#include "base/cursor.h"

/* A section of call frame information. */
struct frames {
	struct symtab *table;
	unsigned char *ident;
	Elf_Data *data;
	uint64_t address;		/* where it is loaded */
	bool eh;			/* .eh_frame */
	uint64_t cie;			/* offset of the last one asked for, plus one; 0: none yet */
	int encoding;			/* DW_EH_PE_* of its pointers; negative: not to be read */
};

static uint64_t read_leb(struct cursor *cursor, bool is_signed)
{
	unsigned int shift = 0;
	uint64_t value = 0;
	uint8_t byte;

	do {
		byte = cursor_u8(cursor);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (is_signed && byte & 0x40 && shift < 64)
		value |= UINT64_MAX << shift;
	return value;
}

/* The number in its form alone, relative to nothing. */
static uint64_t read_form(struct cursor *cursor, int encoding)
{
	switch (encoding & 0x0f) {
	case DW_EH_PE_absptr:
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		return cursor_u64(cursor);
	case DW_EH_PE_uleb128:
		return read_leb(cursor, false);
	case DW_EH_PE_sleb128:
		return read_leb(cursor, true);
	case DW_EH_PE_udata2:
		return cursor_u16(cursor);
	case DW_EH_PE_sdata2:
		return (uint64_t)(int16_t)cursor_u16(cursor);
	case DW_EH_PE_udata4:
		return cursor_u32(cursor);
	case DW_EH_PE_sdata4:
		return (uint64_t)(int32_t)cursor_u32(cursor);
	}
	cursor->failed = true;
	return 0;
}

static void skip_pointer(struct cursor *cursor)
{
	int encoding = cursor_u8(cursor);

	if (encoding != DW_EH_PE_omit)
		read_form(cursor, encoding);
}

/* How entries of the CIE write addresses, as its augmentation says. Negative where it is not known. */
static int encoding_of(const Dwarf_CIE *cie)
{
	const char *letter = cie->augmentation;
	struct cursor data;
	int encoding = DW_EH_PE_absptr;

	if (!*letter)
		return encoding;
	if (*letter++ != 'z' || !cie->augmentation_data)
		return -1;
	cursor_init(&data, cie->augmentation_data, cie->augmentation_data_size);
	for (; *letter; letter++) {
		if (*letter == 'R')
			encoding = cursor_u8(&data);
		else if (*letter == 'P')
			skip_pointer(&data);
		else if (*letter == 'L')
			cursor_u8(&data);
		else if (!strchr("SBG", *letter))
			break;
	}
	return data.failed ? -1 : encoding;
}

static int find_encoding(struct frames *frames, Dwarf_Off cie)
{
	Dwarf_CFI_Entry entry;
	Dwarf_Off next;

	if (frames->cie == cie + 1)
		return frames->encoding;
	frames->cie = cie + 1;
	frames->encoding = -1;
	if (cie < frames->data->d_size &&
	    !dwarf_next_cfi(frames->ident, frames->data, frames->eh, cie, &next, &entry) &&
	    dwarf_cfi_cie_p(&entry))
		frames->encoding = encoding_of(&entry.cie);
	return frames->encoding;
}

static int add_range(struct frames *frames, const Dwarf_FDE *fde)
{
	int encoding = find_encoding(frames, fde->CIE_pointer);
	int relative = encoding & 0x70;
	uint64_t start, size;
	struct cursor cursor;

	if (encoding < 0 || (relative != DW_EH_PE_absptr && relative != DW_EH_PE_pcrel))
		return 0;
	cursor_init(&cursor, fde->start, (size_t)(fde->end - fde->start));
	start = read_form(&cursor, encoding);
	size = read_form(&cursor, encoding);
	if (relative == DW_EH_PE_pcrel)
		start += frames->address + (uint64_t)(fde->start - (const uint8_t *)frames->data->d_buf);
	/* Code that the linker dropped has address 0. */
	if (cursor.failed || !start || !size || start + size < start)
		return 0;
	return symtab_add_unnamed(frames->table, start, size);
}

static int add_ranges(struct frames *frames)
{
	Dwarf_Off offset = 0, next;
	int error = 0;

	while (!error && offset < frames->data->d_size) {
		Dwarf_CFI_Entry entry;
		int status = dwarf_next_cfi(frames->ident, frames->data, frames->eh, offset, &next, &entry);

		if (status > 0 || next <= offset || next == (Dwarf_Off)-1)
			break;
		if (!status && !dwarf_cfi_cie_p(&entry))
			error = add_range(frames, &entry.fde);
		offset = next;
	}
	return error;
}

static bool is_wanted(const GElf_Shdr *header, const char *name, bool named)
{
	if (header->sh_type == SHT_NOBITS || header->sh_flags & SHF_COMPRESSED)
		return false;
	return !strcmp(name, ".eh_frame") || (!named && !strcmp(name, ".debug_frame"));
}

int elfframes_add(struct symtab *table, Elf *elf, bool named)
{
	struct frames frames = { .table = table, .ident = (unsigned char *)elf_getident(elf, NULL) };
	Elf_Scn *section = NULL;
	size_t names;
	int error = 0;

	if (!frames.ident || frames.ident[EI_CLASS] != ELFCLASS64 ||
	    frames.ident[EI_DATA] != ELFDATA2LSB || elf_getshdrstrndx(elf, &names))
		return 0;
	while (!error && (section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *name = gelf_getshdr(section, &header) ?
				   elf_strptr(elf, names, header.sh_name) : NULL;

		if (!name || !is_wanted(&header, name, named))
			continue;
		frames.eh = name[1] == 'e';
		frames.address = header.sh_addr;
		frames.data = elf_rawdata(section, NULL);
		frames.cie = 0;
		if (frames.data && frames.data->d_buf)
			error = add_ranges(&frames);
	}
	return error;
}
