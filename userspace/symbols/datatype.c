// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * datatype.c - types of data behind registers; see datatype.h
 */
#include "datatype.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elfscopes.h"

#define POINTER_BYTES	8
#define DEPTH_MAX	16		/* of members of members; no type is written deeper */

/* Where a variable is: an amount and a register; or unknown. */
struct variable_place {
	enum { PLACE_UNKNOWN, PLACE_VALUE, PLACE_MEMORY } kind;
	unsigned int reg;
	int64_t offset;			/* value or address: the register's content + that */
};

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attr;

	return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attr), type) &&
	       dwarf_peel_type(type, type) == 0;
}

/* The same, with the source's name for it. */
static bool data_of(Dwarf_Die *die, struct datatype *data)
{
	Dwarf_Attribute attr;
	Dwarf_Die type;

	data->alias = data->variable = data->function = NULL;
	data->frame = data->thread = false;
	if (!dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attr), &type))
		return false;
	if (dwarf_tag(&type) == DW_TAG_typedef)
		data->alias = dwarf_diename(&type);
	return dwarf_peel_type(&type, &data->type) == 0;
}

static int64_t size_of(Dwarf_Die *type)
{
	Dwarf_Word size;

	return !dwarf_aggregate_size(type, &size) && size <= INT64_MAX ? (int64_t)size : 0;
}

static bool is_pointer(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
	       tag == DW_TAG_rvalue_reference_type;
}

/* The register that operation @op is about, or -1. */
static int register_of(const Dwarf_Op *op, uint8_t first, uint8_t any)
{
	if (op->atom == any)
		return (int)op->number;
	return op->atom >= first && op->atom < first + 32 ? op->atom - first : -1;
}

/* The canonical frame address as a register and an offset. */
static bool frame_address(const struct elfobject *object, Dwarf_Addr address, unsigned int *reg,
			  int64_t *offset)
{
	Dwarf_Addr eh_bias, bias;
	Dwarf_CFI *eh = dwfl_module_eh_cfi(object->module, &eh_bias);
	Dwarf_CFI *cfi = dwfl_module_dwarf_cfi(object->module, &bias);
	Dwarf_Frame *frame = NULL;
	Dwarf_Op *ops;
	size_t count;
	bool known = false;
	int number;

	address += object->bias;
	if ((!eh || dwarf_cfi_addrframe(eh, address - eh_bias, &frame)) &&
	    (!cfi || dwarf_cfi_addrframe(cfi, address - bias, &frame)))
		return false;
	if (!dwarf_frame_cfa(frame, &ops, &count) && count == 1) {
		number = register_of(&ops[0], DW_OP_breg0, DW_OP_bregx);
		known = number >= 0;
		*reg = (unsigned int)number;
		*offset = (int64_t)(ops[0].atom == DW_OP_bregx ? ops[0].number2 : ops[0].number);
	}
	free(frame);
	return known;
}

/* The frame base of the function around the scopes: mostly its canonical frame address. */
static bool frame_base(const struct elfobject *object, uint64_t address, Dwarf_Addr pc,
		       Dwarf_Die *scopes, int count, struct variable_place *base)
{
	for (int i = 0; i < count; i++) {
		Dwarf_Attribute attr;
		Dwarf_Op *ops;
		size_t length;
		int number;

		if (!dwarf_attr_integrate(&scopes[i], DW_AT_frame_base, &attr) ||
		    dwarf_getlocation_addr(&attr, pc, &ops, &length, 1) != 1 || length != 1)
			continue;
		if (ops[0].atom == DW_OP_call_frame_cfa)
			return frame_address(object, address, &base->reg, &base->offset);
		number = register_of(&ops[0], DW_OP_reg0, DW_OP_regx);
		base->reg = (unsigned int)number;
		base->offset = 0;
		return number >= 0;
	}
	return false;
}

static struct variable_place place_of(const Dwarf_Op *ops, size_t count,
				      const struct variable_place *base)
{
	struct variable_place place = { .kind = PLACE_UNKNOWN };
	bool value = count == 2 && ops[1].atom == DW_OP_stack_value;
	int number = register_of(&ops[0], DW_OP_reg0, DW_OP_regx);

	if (count == 1 && number >= 0)
		return (struct variable_place){ .kind = PLACE_VALUE, .reg = (unsigned int)number };
	number = register_of(&ops[0], DW_OP_breg0, DW_OP_bregx);
	if (number >= 0 && (count == 1 || value)) {
		place.kind = value ? PLACE_VALUE : PLACE_MEMORY;
		place.reg = (unsigned int)number;
		place.offset = (int64_t)(ops[0].atom == DW_OP_bregx ? ops[0].number2 : ops[0].number);
	} else if (ops[0].atom == DW_OP_fbreg && base && (count == 1 || value)) {
		place.kind = value ? PLACE_VALUE : PLACE_MEMORY;
		place.reg = base->reg;
		place.offset = base->offset + (int64_t)ops[0].number;
	}
	return place;
}

/* The data at @reg + @offset, if that follows from the variable at @place. */
static bool points_to(Dwarf_Die *variable, const struct variable_place *place, unsigned int reg,
		      int64_t offset, struct datatype *data)
{
	if (place->kind == PLACE_UNKNOWN || place->reg != reg || !data_of(variable, data))
		return false;
	data->offset = offset - place->offset;
	if (place->kind == PLACE_MEMORY) {
		data->variable = dwarf_diename(variable);
		data->frame = true;
		return data->offset >= 0 && data->offset < size_of(&data->type);
	}
	return is_pointer(&data->type) && data_of(&data->type, data);
}

static bool is_variable(Dwarf_Die *die)
{
	return dwarf_tag(die) == DW_TAG_variable || dwarf_tag(die) == DW_TAG_formal_parameter;
}

/* The query, which is the same for all variables. */
struct quest {
	Dwarf_Addr pc;
	unsigned int reg;
	int64_t offset;
	const struct variable_place *base;
	bool global;			/* offset is an address of DWARF's, and no register's */
};

/* The address is in the variable of a fixed place. */
static bool has_address(Dwarf_Die *variable, const Dwarf_Op *ops, size_t count, Dwarf_Addr address,
			struct datatype *data)
{
	if (count != 1 || ops[0].atom != DW_OP_addr || address < ops[0].number || !data_of(variable, data))
		return false;
	data->variable = dwarf_diename(variable);
	data->offset = (int64_t)(address - ops[0].number);
	return data->offset < size_of(&data->type);
}

static bool find_in_scope(const struct quest *quest, Dwarf_Die *scope, struct datatype *data)
{
	Dwarf_Die child;

	for (int more = dwarf_child(scope, &child); !more; more = dwarf_siblingof(&child, &child)) {
		struct variable_place place;
		Dwarf_Attribute attr;
		Dwarf_Op *ops;
		size_t count;

		if (!is_variable(&child) || !dwarf_attr_integrate(&child, DW_AT_location, &attr) ||
		    dwarf_getlocation_addr(&attr, quest->pc, &ops, &count, 1) != 1 || !count)
			continue;
		if (quest->global) {
			if (has_address(&child, ops, count, (Dwarf_Addr)quest->offset, data))
				return true;
			continue;
		}
		place = place_of(ops, count, quest->base);
		if (points_to(&child, &place, quest->reg, quest->offset, data))
			return true;
	}
	return false;
}

/* The function, inlined or not, that a scope is in; NULL: none. The scopes go outwards. */
static const char *function_of(Dwarf_Die *scopes, int count)
{
	for (int i = 0; i < count; i++)
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram ||
		    dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine)
			return dwarf_diename(&scopes[i]);
	return NULL;
}

/* From the innermost scope outwards. */
static bool find_in_scopes(const struct quest *quest, Dwarf_Die *scopes, int count, struct datatype *data)
{
	for (int i = 0; i < count; i++) {
		if (!find_in_scope(quest, &scopes[i], data))
			continue;
		if (data->variable)
			data->function = function_of(scopes + i, count - i);
		return true;
	}
	return false;
}

bool datatype_at(const struct elfobject *object, uint64_t address, unsigned int reg,
		 int64_t offset, struct datatype *data)
{
	struct quest quest = { .reg = reg, .offset = offset };
	struct variable_place base;
	Dwarf_Die *scopes;
	int count = elfscopes_at(object, address, &scopes, &quest.pc);
	bool found;

	if (count && frame_base(object, address, quest.pc, scopes, count, &base))
		quest.base = &base;
	found = find_in_scopes(&quest, scopes, count, data);
	free(scopes);
	return found;
}

bool datatype_global(const struct elfobject *object, uint64_t address, uint64_t place,
		     struct datatype *data)
{
	struct quest quest = { .global = true };
	Dwarf_Die *scopes;
	int count = elfscopes_at(object, address, &scopes, &quest.pc);
	bool found;

	quest.offset = (int64_t)(place + (quest.pc - address));
	found = find_in_scopes(&quest, scopes, count, data);
	free(scopes);
	return found;
}

bool datatype_variable(Dwarf_Die *variable, int64_t offset, struct datatype *data)
{
	data->offset = offset;
	data->bytes = 0;
	data->indexed = false;
	return data_of(variable, data);
}

int64_t datatype_size(const struct datatype *data)
{
	Dwarf_Die type = data->type;

	return size_of(&type);
}

static int64_t modulo(int64_t offset, int64_t size)
{
	int64_t rest = size > 0 ? offset % size : offset;

	return rest < 0 ? rest + size : rest;
}

void datatype_reduce(struct datatype *data)
{
	Dwarf_Die element;

	if (dwarf_tag(&data->type) == DW_TAG_array_type && type_of(&data->type, &element))
		data->offset = modulo(data->offset, size_of(&element));
}

static bool is_aggregate(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/*
 * The member, or base class, of @type with the byte at @offset, which becomes one in it; of a
 * union's first one of @bytes, if there is such a one.
 */
static bool find_member(Dwarf_Die *type, int64_t *offset, int64_t bytes, Dwarf_Die *member,
			Dwarf_Die *member_type)
{
	const int64_t at = *offset;
	bool found = false;
	Dwarf_Die child, child_type;

	for (int more = dwarf_child(type, &child); !more; more = dwarf_siblingof(&child, &child)) {
		Dwarf_Attribute attr;
		Dwarf_Word begin = 0;
		int tag = dwarf_tag(&child);

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
		    dwarf_attr(&child, DW_AT_declaration, &attr) || !type_of(&child, &child_type))
			continue;
		if (dwarf_attr(&child, DW_AT_data_member_location, &attr) &&
		    dwarf_formudata(&attr, &begin))
			continue;
		if (at < (int64_t)begin || at - (int64_t)begin >= size_of(&child_type) ||
		    (found && size_of(&child_type) != bytes))
			continue;
		*offset = at - (int64_t)begin;
		*member = child;
		*member_type = child_type;
		if (size_of(&child_type) == bytes)
			return true;
		found = true;
	}
	return found;
}

struct path {
	char *text;
	size_t used;
};

static void append(struct path *path, const char *separator, const char *name)
{
	int length = snprintf(path->text + path->used, DATATYPE_TEXT - path->used, "%s%s", separator,
			      name);

	if (length > 0)
		path->used += (size_t)length;
	if (path->used >= DATATYPE_TEXT)
		path->used = DATATYPE_TEXT - 1;
}

static void append_offset(struct path *path, int64_t offset)
{
	char text[32];

	snprintf(text, sizeof(text), "+%#llx", (unsigned long long)offset);
	append(path, "", text);
}

/* The source's name of a type; the kind of one without a name. */
static void append_type(struct path *path, Dwarf_Die *type, const char *alias)
{
	static const struct {
		int tag;
		const char *in_c, *unnamed;
	} kinds[] = {
		{ DW_TAG_structure_type, "struct ", "struct" }, { DW_TAG_union_type, "union ", "union" },
		{ DW_TAG_class_type, "", "class" }, { DW_TAG_enumeration_type, "enum ", "enum" },
		{ DW_TAG_pointer_type, "", "pointer" }, { DW_TAG_array_type, "", "array" },
	};
	const char *name = dwarf_diename(type), *before = "", *unnamed = "data";
	Dwarf_Die unit;
	bool c = dwarf_diecu(type, &unit, NULL, NULL) && dwarf_srclang(&unit) != DW_LANG_C_plus_plus &&
		 dwarf_srclang(&unit) != DW_LANG_C_plus_plus_11 &&
		 dwarf_srclang(&unit) != DW_LANG_C_plus_plus_14 && dwarf_srclang(&unit) != DW_LANG_Rust;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (kinds[i].tag != dwarf_tag(type))
			continue;
		unnamed = kinds[i].unnamed;
		before = c ? kinds[i].in_c : "";
	}
	if (!name)
		name = alias;
	else
		append(path, before, "");
	append(path, "", name ? name : unnamed);
}

/*
 * Down to a type that is no struct and no array, and the size of the elements of the last array on
 * the way, or 0. @path NULL: no name is wanted.
 */
static Dwarf_Die descend(const struct datatype *data, struct path *path, int64_t *rest,
			 int64_t *element_bytes)
{
	Dwarf_Die type = data->type, member, element;

	*rest = data->offset;
	*element_bytes = 0;
	for (int depth = 0; depth < DEPTH_MAX; depth++) {
		if (dwarf_tag(&type) == DW_TAG_array_type && type_of(&type, &element)) {
			*element_bytes = size_of(&element);
			*rest = modulo(*rest, *element_bytes);
			type = element;
			if (path)
				append(path, "", "[]");
			continue;
		}
		if (!is_aggregate(&type) || !find_member(&type, rest, data->bytes, &member, &element))
			break;
		type = element;
		if (path && dwarf_tag(&member) == DW_TAG_member && dwarf_diename(&member))
			append(path, ".", dwarf_diename(&member));
	}
	return type;
}

/* The first pointee of a pointer to an array of structs is an element. */
static struct datatype whole(const struct datatype *data)
{
	struct datatype inside = *data;
	int64_t size = size_of(&inside.type);

	if (size > 0 && (inside.offset < 0 || inside.offset >= size))
		inside.offset = modulo(inside.offset, size);
	return inside;
}

bool datatype_index(struct datatype *data, int64_t step)
{
	int64_t size = size_of(&data->type), rest, element_bytes;
	struct datatype inside = *data;

	if (!size || (step && size > step && inside.offset >= 0 && inside.offset < size)) {
		descend(&inside, NULL, &rest, &element_bytes);
		return element_bytes && element_bytes == step;
	}
	data->offset = modulo(data->offset, size);
	data->indexed = true;
	return !step || step % size == 0;
}

bool datatype_follow(const struct datatype *data, int64_t offset, struct datatype *target)
{
	struct datatype inside = whole(data);
	int64_t rest, element_bytes;
	Dwarf_Die type;

	inside.bytes = POINTER_BYTES;
	type = descend(&inside, NULL, &rest, &element_bytes);
	target->offset = offset;
	target->bytes = data->bytes;
	return !rest && is_pointer(&type) && data_of(&type, target);
}

/* The type, without how often there are some. */
static Dwarf_Die append_whole(struct path *path, const struct datatype *data)
{
	Dwarf_Die named = data->type, element;

	while (dwarf_tag(&named) == DW_TAG_array_type && type_of(&named, &element))
		named = element;
	append_type(path, &named, data->alias);
	return named;
}

static void append_member(struct path *path, const struct datatype *data)
{
	int64_t rest, element_bytes;
	Dwarf_Die type = descend(data, path, &rest, &element_bytes);

	if (rest || is_aggregate(&type))
		append_offset(path, rest);
}

const char *datatype_name(const struct datatype *data, char text[DATATYPE_TEXT])
{
	struct datatype inside = whole(data);
	struct path path = { .text = text };
	Dwarf_Die named;

	text[0] = '\0';
	named = append_whole(&path, &inside);
	if (inside.indexed && !is_aggregate(&named) && dwarf_tag(&inside.type) != DW_TAG_array_type)
		append(&path, "", "[]");
	append_member(&path, &inside);
	return text;
}

const char *datatype_whole(const struct datatype *data, char text[DATATYPE_TEXT])
{
	struct path path = { .text = text };

	text[0] = '\0';
	append_whole(&path, data);
	return text;
}

const char *datatype_member(const struct datatype *data, const char *name, char text[DATATYPE_TEXT])
{
	struct datatype inside = whole(data);
	struct path path = { .text = text };

	text[0] = '\0';
	append(&path, "", name);
	append_member(&path, &inside);
	return text;
}
