// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixrows.c - the pivot of an instruction mix; see mixrows.h
 */
#include "mixrows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/op.h"
#include "symbols/disasm.h"
#include "tea_abi.h"

#define VALUE_TEXT	512

const char *const mixrows_key_names[] = {
#define MIXROWS_X(id, name) name,
	MIXROWS_KEYS(MIXROWS_X)
#undef MIXROWS_X
	NULL
};

static const char *const class_names[] = {
#define MIXROWS_X(id, name) name,
	TEA_CLASSES(MIXROWS_X)
#undef MIXROWS_X
};

/* What keys are told of. */
struct subject {
	struct recording *recording;
	const struct estimate_item *item;
	struct symbols_location location;
	struct tea_insn insn;
	bool decoded;
	char mnemonic[DISASM_TEXT];
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

static const char *integer_extension(const struct subject *subject)
{
	for (size_t i = 0; i < sizeof(named_extensions) / sizeof(named_extensions[0]); i++)
		if (!strncmp(subject->mnemonic, named_extensions[i].prefix,
			     strlen(named_extensions[i].prefix)))
			return named_extensions[i].extension;
	return "I";
}

/* What a compressed instruction stands for decides: compression is no other instruction. */
static const char *extension_of(const struct subject *subject)
{
	const struct tea_insn *insn = &subject->insn;

	if (insn->class >= TEA_CLASS_VSET)
		return "V";
	if (insn->class >= TEA_CLASS_FP_ADD && insn->class <= TEA_CLASS_FP_TO_INT)
		return float_extension(insn);
	switch (insn->class) {
	case TEA_CLASS_INT_MUL:
	case TEA_CLASS_INT_DIV:
		return "M";
	case TEA_CLASS_LOAD_RESERVED:
	case TEA_CLASS_STORE_CONDITIONAL:
	case TEA_CLASS_AMO:
		return "A";
	case TEA_CLASS_LOAD:
		return is_float_register(insn->dst) ? float_extension(insn) : "I";
	case TEA_CLASS_STORE:
		return tea_insn_stores_fp(insn) ? float_extension(insn) : "I";
	case TEA_CLASS_CSR:
		return "Zicsr";
	case TEA_CLASS_FENCE_I:
		return "Zifencei";
	case TEA_CLASS_PREFETCH_R:
	case TEA_CLASS_PREFETCH_W:
	case TEA_CLASS_PREFETCH_I:
		return "Zicbop";
	default:
		return integer_extension(subject);
	}
}

static const char *privilege_of(const struct symbols_object *object)
{
	if (object->kind == SYMBOLS_KERNEL || object->kind == SYMBOLS_MODULE)
		return "supervisor";
	return !strcmp(object->path, "[firmware]") ? "machine" : "user";
}

static const char *thread_of(const struct subject *subject, char text[VALUE_TEXT])
{
	const struct recording_thread *thread = &subject->recording->threads[subject->item->thread];

	snprintf(text, VALUE_TEXT, "%s:%u", thread->comm, thread->tid);
	return text;
}

static const char *line_of(const struct subject *subject, char text[VALUE_TEXT])
{
	struct elfobject_line line = symbols_line(&subject->location);

	if (!line.file)
		return "[unknown]";
	snprintf(text, VALUE_TEXT, "%s:%d", symbols_base_name(line.file), (int)line.line);
	return text;
}

static const char *function_of(const struct subject *subject, char text[VALUE_TEXT])
{
	return subject->location.function ? subject->location.function :
	       symbols_place_text(&subject->location, text, VALUE_TEXT);
}

static const char *block_of(const struct subject *subject, char text[VALUE_TEXT])
{
	struct symbols_location location;

	symbols_locate(&subject->recording->symbols, subject->item->object, subject->item->block,
		       &location);
	return symbols_place_text(&location, text, VALUE_TEXT);
}

static const char *value_of(const struct subject *subject, enum mixrows_key key,
			    char text[VALUE_TEXT])
{
	switch (key) {
	case MIXROWS_MNEMONIC:
		return subject->mnemonic;
	case MIXROWS_EXTENSION:
		return subject->decoded ? extension_of(subject) : "[unknown]";
	case MIXROWS_CLASS:
		return subject->decoded ? class_names[subject->insn.class] : "[unknown]";
	case MIXROWS_PACKING:
		return !subject->decoded ? "[unknown]" :
		       tea_class_is_vector(subject->insn.class) ? "vector" : "scalar";
	case MIXROWS_PRIVILEGE:
		return privilege_of(subject->location.object);
	case MIXROWS_THREAD:
		return thread_of(subject, text);
	case MIXROWS_OBJECT:
		return symbols_base_name(subject->location.object->path);
	case MIXROWS_FUNCTION:
		return function_of(subject, text);
	case MIXROWS_BLOCK:
		return block_of(subject, text);
	default:
		return line_of(subject, text);
	}
}

static void decode(struct subject *subject, const struct disasm *disasm)
{
	const struct symbols_location *location = &subject->location;
	const uint8_t *bytes;
	uint64_t size;
	uint32_t bits;

	symbols_locate(&subject->recording->symbols, subject->item->object, subject->item->address,
		       &subject->location);
	size = symbols_code(location, location->address, sizeof(bits), &bytes);
	subject->decoded = tea_insn_fetch(bytes, size, &bits);
	strcpy(subject->mnemonic, "[unknown]");
	if (!subject->decoded)
		return;
	tea_insn_decode(&subject->insn, bits);
	disasm_insn(disasm, bytes, size, location->address, subject->mnemonic);
	subject->mnemonic[strcspn(subject->mnemonic, " ")] = '\0';
}

static bool is_wanted(const struct subject *subject, const struct mixrows_options *options)
{
	char text[VALUE_TEXT];

	for (size_t i = 0; i < options->where_count; i++)
		if (strcmp(value_of(subject, options->where[i].key, text), options->where[i].value))
			return false;
	return true;
}

/* A chain of equal values is one number: of the values before, and the next one. */
static struct mixrow *find_row(struct mixrows *rows, const struct subject *subject,
			       const struct mixrows_options *options)
{
	struct mixrow row = { 0 };
	uint32_t number = KEYINDEX_NONE;
	char text[VALUE_TEXT];

	for (size_t i = 0; i < options->keys_count; i++) {
		const char *value = texts_intern(&rows->texts, value_of(subject, options->keys[i], text));
		struct key key = { .high = number, .low = (uintptr_t)value };

		if (!value)
			return NULL;
		row.values[i] = value;
		number = keyindex_get(&rows->index, key);
		if (number != KEYINDEX_NONE)
			continue;
		number = i + 1 == options->keys_count ?
			KEYINDEX_APPEND(&rows->index, key, rows->items, rows->count) :
			(uint32_t)rows->index.used;
		if (number == KEYINDEX_NONE)
			return NULL;
		if (i + 1 == options->keys_count)
			rows->items[number] = row;
		else if (keyindex_put(&rows->index, key, number))
			return NULL;
	}
	return &rows->items[number];
}

static int compare_rows(const void *left, const void *right)
{
	const struct mixrow *a = left, *b = right;

	if (a->executions != b->executions)
		return a->executions < b->executions ? 1 : -1;
	for (size_t i = 0; i < MIXROWS_KEYS_COUNT && a->values[i] && b->values[i]; i++) {
		int order = strcmp(a->values[i], b->values[i]);

		if (order)
			return order;
	}
	return 0;
}

static int fold(struct mixrows *rows, struct recording *recording, const struct estimate *estimate,
		const struct mixrows_options *options, const struct disasm *disasm)
{
	for (size_t i = 0; i < estimate->count; i++) {
		struct subject subject = { .recording = recording, .item = &estimate->items[i] };
		struct mixrow *row;

		if (!(subject.item->executions > 0))
			continue;
		decode(&subject, disasm);
		if (!is_wanted(&subject, options))
			continue;
		row = find_row(rows, &subject, options);
		if (!row)
			return -ENOMEM;
		row->executions += subject.item->executions;
		rows->total += subject.item->executions;
	}
	if (rows->count)
		qsort(rows->items, rows->count, sizeof(*rows->items), compare_rows);
	return 0;
}

int mixrows_fold(struct mixrows *rows, struct recording *recording,
		 const struct estimate *estimate, const struct mixrows_options *options,
		 struct fault *fault)
{
	struct disasm disasm;
	int error = disasm_open(&disasm);

	*rows = (struct mixrows){ 0 };
	if (error)
		return fault_set(fault, error, "cannot disassemble: capstone lacks RISC-V");
	error = fold(rows, recording, estimate, options, &disasm);
	disasm_close(&disasm);
	if (error) {
		mixrows_deinit(rows);
		return fault_set(fault, error, "out of memory for its rows");
	}
	return 0;
}

void mixrows_deinit(struct mixrows *rows)
{
	free(rows->items);
	texts_deinit(&rows->texts);
	keyindex_deinit(&rows->index);
	*rows = (struct mixrows){ 0 };
}

static const struct mixrow *find_value(const struct mixrows *rows, const char *value)
{
	for (size_t i = 0; i < rows->count; i++)
		if (!strcmp(rows->items[i].values[0], value))
			return &rows->items[i];
	return NULL;
}

struct mixrows_error *mixrows_compare(const struct mixrows *rows, const struct mixrows *exact,
				      size_t *count, double *average)
{
	struct mixrows_error *errors = calloc(rows->count + exact->count + 1, sizeof(*errors));

	*count = 0;
	*average = 0;
	for (size_t i = 0; errors && i < exact->count; i++) {
		const struct mixrow *found = find_value(rows, exact->items[i].values[0]);
		struct mixrows_error *one = &errors[(*count)++];

		one->value = exact->items[i].values[0];
		one->exact = exact->items[i].executions;
		one->measured = found ? found->executions : 0;
		one->error = fabs(one->exact - one->measured) / one->exact;
		*average += one->error * one->exact / exact->total;
	}
	for (size_t i = 0; errors && i < rows->count; i++) {
		if (find_value(exact, rows->items[i].values[0]))
			continue;
		errors[*count].value = rows->items[i].values[0];
		errors[*count].measured = rows->items[i].executions;
		errors[*count].error = errors[*count].measured / exact->total;
		*average += errors[(*count)++].error;
	}
	return errors;
}
