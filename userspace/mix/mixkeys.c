// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixkeys.c - extensions, classes and the like of instructions; see mixkeys.h
 */
#include "mixkeys.h"

#include <stdio.h>
#include <string.h>

#include "tea_abi.h"

const char *const mixkey_names[] = {
#define MIXKEYS_X(id, name) name,
	MIXKEYS(MIXKEYS_X)
#undef MIXKEYS_X
	NULL
};

enum mixkey mixkey_find(const char *name, size_t length)
{
	enum mixkey key = 0;

	while (key < MIXKEYS_COUNT && (strlen(mixkey_names[key]) != length ||
				       strncmp(mixkey_names[key], name, length)))
		key++;
	return key;
}

static const char *const class_names[] = {
#define MIXKEYS_X(id, name, ...) name,
	TEA_CLASSES(MIXKEYS_X)
#undef MIXKEYS_X
};

static const char *const class_extensions[] = {
#define MIXKEYS_X(id, name, extension, ...) #extension,
	TEA_CLASSES(MIXKEYS_X)
#undef MIXKEYS_X
};

/* Instructions of extensions that have no class of their own, by the begin of their name. */
static const struct {
	const char *prefix, *extension;
} named_extensions[] = {
	{ "sh1add", "Zba" }, { "sh2add", "Zba" }, { "sh3add", "Zba" }, { "add.uw", "Zba" },
	{ "slli.uw", "Zba" }, { "zext.w", "Zba" },
	{ "andn", "Zbb" }, { "orn", "Zbb" }, { "xnor", "Zbb" }, { "clz", "Zbb" }, { "ctz", "Zbb" },
	{ "cpop", "Zbb" }, { "max", "Zbb" }, { "min", "Zbb" }, { "sext.", "Zbb" },
	{ "zext.h", "Zbb" }, { "rol", "Zbb" }, { "ror", "Zbb" }, { "orc.b", "Zbb" }, { "rev8", "Zbb" },
	{ "bclr", "Zbs" }, { "bext", "Zbs" }, { "binv", "Zbs" }, { "bset", "Zbs" },
	{ "pause", "Zihintpause" },
};

static const char *float_extension(const struct tea_insn *insn)
{
	if (insn->access_bytes)
		return insn->access_bytes == 8 ? "D" : insn->access_bytes == 4 ? "F" : "Zfh";
	return insn->flags & TEA_INSN_SINGLE ? "F" : "D";
}

static bool is_float_register(uint8_t number)
{
	return number >= TEA_REG_FP(0) && number < TEA_REG_V(0);
}

static const char *integer_extension(const struct mixsubject *subject)
{
	for (size_t i = 0; i < sizeof(named_extensions) / sizeof(named_extensions[0]); i++)
		if (!strncmp(subject->mnemonic, named_extensions[i].prefix,
			     strlen(named_extensions[i].prefix)))
			return named_extensions[i].extension;
	return "I";
}

/* By the full-size instruction: its compressed form has the same extension. */
static const char *extension_of(const struct mixsubject *subject)
{
	const struct tea_insn *insn = &subject->insn;
	const char *extension = class_extensions[insn->class];

	if (*extension == 'F')
		return float_extension(insn);
	if (insn->class == TEA_CLASS_LOAD)
		return is_float_register(insn->dst) ? float_extension(insn) : extension;
	if (insn->class == TEA_CLASS_STORE)
		return tea_insn_stores_fp(insn) ? float_extension(insn) : extension;
	return *extension == 'I' ? integer_extension(subject) : extension;
}

/* A pause is encoded as a fence, and orders nothing. */
static const char *class_of(const struct mixsubject *subject)
{
	return strcmp(subject->mnemonic, "pause") ? class_names[subject->insn.class] : "pause";
}

/* Does the instruction itself say anything of its operands? */
static bool is_known(const struct mixsubject *subject)
{
	return subject->decoded && subject->insn.class != TEA_CLASS_UNKNOWN;
}

static const char *memory_of(const struct mixsubject *subject)
{
	static const char *const names[] = {
		[0] = MIXKEY_NONE, [TEA_MEMORY_READ] = "read", [TEA_MEMORY_WRITE] = "write",
		[TEA_MEMORY_READ | TEA_MEMORY_WRITE] = "both",
	};

	return names[subject->operands.memory];
}

/* The vector type that it runs with; negative: not known. */
static int vtype_of(const struct mixsubject *subject)
{
	return vectortypes_at(subject->types, subject->recording, subject->item->object,
			      subject->item->address);
}

static const char *element_of(const struct mixsubject *subject, const char *(*name)(int vtype))
{
	int vtype;

	if (!subject->operands.typed && subject->insn.class != TEA_CLASS_VSET)
		return MIXKEY_NONE;
	vtype = vtype_of(subject);
	return vtype < 0 ? MIXKEY_UNKNOWN : name(vtype);
}

/* A vector element's width, from SEW in bits if the encoding does not give it. */
static const char *size_of(const struct mixsubject *subject, char text[MIXKEYS_TEXT])
{
	unsigned int bytes = subject->operands.width;

	if (bytes == TEA_WIDTH_BIT)
		return "bit";
	if (bytes == TEA_WIDTH_SEW) {
		int vtype = vtype_of(subject);

		if (vtype < 0)
			return MIXKEY_UNKNOWN;
		bytes = 1U << tea_vtype_sew_log2(vtype);
	}
	if (!bytes)
		return subject->operands.memory ? MIXKEY_UNKNOWN : MIXKEY_NONE;
	snprintf(text, MIXKEYS_TEXT, "%u", bytes);
	return text;
}

/* Operands by the encoding, and for vectors by the code before. */
static const char *operands_value(const struct mixsubject *subject, enum mixkey key,
				  char text[MIXKEYS_TEXT])
{
	if (!is_known(subject))
		return MIXKEY_UNKNOWN;
	switch (key) {
	case MIXKEY_MEMORY:
		return memory_of(subject);
	case MIXKEY_OPERAND_SIZE:
		return size_of(subject, text);
	case MIXKEY_OPERANDS:
		return subject->operands.kinds[0] ? subject->operands.kinds : MIXKEY_NONE;
	case MIXKEY_MASKED:
		return subject->operands.masked ? "yes" : "no";
	case MIXKEY_SEW:
		return element_of(subject, tea_vtype_sew);
	default:
		return element_of(subject, tea_vtype_lmul);
	}
}

static const char *group_of(const struct mixsubject *subject)
{
	const char *group = subject->groups ? mixgroups_find(subject->groups, subject->mnemonic) : NULL;

	return group ? group : "[none]";
}

static const char *thread_of(const struct mixsubject *subject, char text[MIXKEYS_TEXT])
{
	const struct recording_thread *thread = &subject->recording->threads[subject->item->thread];

	snprintf(text, MIXKEYS_TEXT, "%s:%u", thread->comm, thread->tid);
	return text;
}

static const char *line_of(const struct mixsubject *subject, char text[MIXKEYS_TEXT])
{
	struct elfobject_line line = symbols_line(&subject->location);

	if (!line.file)
		return MIXKEY_UNKNOWN;
	snprintf(text, MIXKEYS_TEXT, "%s:%d", symbols_base_name(line.file), (int)line.line);
	return text;
}

static const char *function_of(const struct mixsubject *subject, char text[MIXKEYS_TEXT])
{
	return subject->location.function ? subject->location.function :
	       symbols_place_text(&subject->location, text, MIXKEYS_TEXT);
}

static const char *place_of(const struct mixsubject *subject, uint32_t object, uint64_t place,
			    char *text, size_t size)
{
	struct symbols_location location;

	symbols_locate(&subject->recording->symbols, object, place, &location);
	return symbols_place_text(&location, text, size);
}

static const char *block_of(const struct mixsubject *subject, char text[MIXKEYS_TEXT])
{
	return place_of(subject, subject->item->object, subject->item->block, text, MIXKEYS_TEXT);
}

static const char *edge_of(const struct mixsubject *subject, char text[MIXKEYS_TEXT])
{
	const struct recording_edge *edge = subject->edge;
	char source[MIXKEYS_TEXT / 2 - 4], target[MIXKEYS_TEXT / 2 - 4];

	if (!edge)
		return "[none]";
	snprintf(text, MIXKEYS_TEXT, "%s -> %s",
		 place_of(subject, edge->source_object, edge->source, source, sizeof(source)),
		 place_of(subject, edge->target_object, edge->target, target, sizeof(target)));
	return text;
}

const char *mixsubject_value(const struct mixsubject *subject, enum mixkey key,
			     char text[MIXKEYS_TEXT])
{
	switch (key) {
	case MIXKEY_MNEMONIC:
		return subject->mnemonic;
	case MIXKEY_EXTENSION:
		return subject->decoded ? extension_of(subject) : MIXKEY_UNKNOWN;
	case MIXKEY_CLASS:
		return subject->decoded ? class_of(subject) : MIXKEY_UNKNOWN;
	case MIXKEY_PACKING:
		return !subject->decoded ? MIXKEY_UNKNOWN :
		       tea_class_is_vector(subject->insn.class) ? "vector" : "scalar";
	case MIXKEY_MEMORY:
	case MIXKEY_OPERAND_SIZE:
	case MIXKEY_OPERANDS:
	case MIXKEY_MASKED:
	case MIXKEY_SEW:
	case MIXKEY_LMUL:
		return operands_value(subject, key, text);
	case MIXKEY_GROUP:
		return group_of(subject);
	case MIXKEY_PRIVILEGE:
		return symbols_privilege(subject->location.object);
	case MIXKEY_THREAD:
		return thread_of(subject, text);
	case MIXKEY_OBJECT:
		return symbols_base_name(subject->location.object->path);
	case MIXKEY_FUNCTION:
		return function_of(subject, text);
	case MIXKEY_BLOCK:
		return block_of(subject, text);
	case MIXKEY_LINE:
		return line_of(subject, text);
	default:
		return edge_of(subject, text);
	}
}

void mixsubject_decode(struct mixsubject *subject, const struct disasm *disasm)
{
	const struct symbols_location *location = &subject->location;
	const uint8_t *bytes;
	uint64_t size;
	uint32_t bits;

	symbols_locate(&subject->recording->symbols, subject->item->object, subject->item->address,
		       &subject->location);
	size = symbols_code(location, location->address, sizeof(bits), &bytes);
	subject->decoded = tea_insn_fetch(bytes, size, &bits);
	strcpy(subject->mnemonic, MIXKEY_UNKNOWN);
	if (!subject->decoded)
		return;
	tea_insn_decode(&subject->insn, bits);
	tea_operands_decode(&subject->operands, bits);
	disasm_insn(disasm, bytes, size, location->address, subject->mnemonic);
	subject->mnemonic[strcspn(subject->mnemonic, " ")] = '\0';
}
