// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elfstubs.c - stubs by the slots that they load; see elfstubs.h
 *
 *	auipc	t3, %pcrel_hi(slot)
 *	ld	t3, %pcrel_lo(slot)(t3)
 *	jalr	t1, t3
 *	nop
 *
 * and with landing pads one in front of that. Before the first stub is the code that makes the
 * dynamic linker find a target.
 */
#include "elfstubs.h"

#include <errno.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"
#include "base/keyindex.h"

#define STUB_BYTES	16
#define INSN_BYTES	4
#define OPCODE_AUIPC	0x17
#define LD_MASK		0x707f
#define LD_MATCH	0x3003

/*
 * The content of a slot by its relocation: a symbol's address, or the result of code at the addend.
 */
struct slot {
	const char *symbol;		/* NULL: only an address */
	uint64_t addend;
};

struct stubs {
	struct symtab *table;
	struct texts *names;
	Elf *elf;
	struct keyindex index;		/* of slots, by their address */
	struct slot *slots;
	size_t count;
};

static const char *symbol_name(struct stubs *stubs, Elf_Data *symbols, size_t strings, size_t number)
{
	GElf_Sym symbol;

	if (!number || !symbols || !gelf_getsym(symbols, (int)number, &symbol))
		return NULL;
	return elf_strptr(stubs->elf, strings, symbol.st_name);
}

static int add_slots(struct stubs *stubs, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Scn *linked = elf_getscn(stubs->elf, header->sh_link);
	Elf_Data *data = elf_getdata(section, NULL), *symbols = linked ? elf_getdata(linked, NULL) : NULL;
	GElf_Shdr linked_header;
	GElf_Rela rela;

	if (!symbols || !gelf_getshdr(linked, &linked_header))
		symbols = NULL;
	for (int i = 0; data && gelf_getrela(data, i, &rela); i++) {
		uint32_t type = GELF_R_TYPE(rela.r_info), number;
		struct slot slot = { .addend = (uint64_t)rela.r_addend };
		struct key key = { .low = rela.r_offset };

		if (type == R_RISCV_JUMP_SLOT && symbols)
			slot.symbol = symbol_name(stubs, symbols, linked_header.sh_link,
						  GELF_R_SYM(rela.r_info));
		if ((!slot.symbol && type != R_RISCV_IRELATIVE) ||
		    keyindex_get(&stubs->index, key) != KEYINDEX_NONE)
			continue;
		number = KEYINDEX_APPEND(&stubs->index, key, stubs->slots, stubs->count);
		if (number == KEYINDEX_NONE)
			return -ENOMEM;
		stubs->slots[number] = slot;
	}
	return 0;
}

/* The slot that two instructions at @address load from, or NULL. */
static const struct slot *loaded_slot(const struct stubs *stubs, uint32_t first, uint32_t second,
				      uint64_t address)
{
	struct key key = { .low = address + (uint64_t)(int64_t)(int32_t)(first & 0xfffff000) +
				  (uint64_t)(int64_t)((int32_t)second >> 20) };
	uint32_t number;

	if ((first & 0x7f) != OPCODE_AUIPC || (second & LD_MASK) != LD_MATCH ||
	    (first >> 7 & 0x1f) != (second >> 15 & 0x1f))
		return NULL;
	number = keyindex_get(&stubs->index, key);
	return number == KEYINDEX_NONE ? NULL : &stubs->slots[number];
}

static int add_stub(struct stubs *stubs, const struct slot *slot, uint64_t address)
{
	const char *name;
	char *text;

	if ((slot->symbol ? asprintf(&text, "%s@plt", slot->symbol) :
			    asprintf(&text, "*ABS*+0x%" PRIx64 "@plt", slot->addend)) < 0)
		return -ENOMEM;
	name = texts_intern(stubs->names, text);
	free(text);
	return name ? symtab_add(stubs->table, name, address, STUB_BYTES, 0) : -ENOMEM;
}

static int add_stubs(struct stubs *stubs, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_rawdata(section, NULL);
	uint64_t first = 0;
	struct cursor code;
	int error = 0;

	if (!data || !data->d_buf)
		return 0;
	cursor_init(&code, data->d_buf, data->d_size);
	for (uint64_t at = 0; !error && cursor_left(&code) >= 2 * INSN_BYTES; at += INSN_BYTES) {
		uint64_t begin = at / STUB_BYTES * STUB_BYTES;
		uint32_t insn = cursor_u32(&code);
		const struct slot *slot = loaded_slot(stubs, insn, cursor_peek_u32(&code, 0),
						      header->sh_addr + at);

		if (!slot)
			continue;
		if (!first)
			first = begin;
		error = add_stub(stubs, slot, header->sh_addr + begin);
	}
	return error || !first ? error : symtab_add(stubs->table, ".plt", header->sh_addr, first, 0);
}

static int each_section(struct stubs *stubs, bool slots)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;
	int error = 0;

	if (elf_getshdrstrndx(stubs->elf, &names))
		return 0;
	while (!error && (section = elf_nextscn(stubs->elf, section))) {
		const char *name = gelf_getshdr(section, &header) ?
				   elf_strptr(stubs->elf, names, header.sh_name) : NULL;

		if (!name || !(header.sh_flags & SHF_ALLOC) || header.sh_type == SHT_NOBITS)
			continue;
		if (slots && header.sh_type == SHT_RELA)
			error = add_slots(stubs, section, &header);
		else if (!slots && (!strcmp(name, ".plt") || !strcmp(name, ".iplt")))
			error = add_stubs(stubs, section, &header);
	}
	return error;
}

int elfstubs_add(struct symtab *table, struct texts *names, Elf *elf)
{
	struct stubs stubs = { .table = table, .names = names, .elf = elf };
	GElf_Ehdr header;
	int error = 0;

	if (!gelf_getehdr(elf, &header) || header.e_machine != EM_RISCV || header.e_type == ET_REL)
		return 0;
	error = each_section(&stubs, true);
	if (!error && stubs.count)
		error = each_section(&stubs, false);
	keyindex_deinit(&stubs.index);
	free(stubs.slots);
	return error;
}
