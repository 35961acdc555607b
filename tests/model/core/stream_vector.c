// SPDX-License-Identifier: GPL-2.0-or-later
/* stream_vector.c - the vector part of an op in a stream file: see stream_vector.h */
#include "stream_vector.h"

#include <stdlib.h>
#include <string.h>

struct word {
	const char *name;
	int value;
};

static const struct word shapes[] = {
	{ "one", TEA_SHAPE_ONE }, { "eew", TEA_SHAPE_EEW }, { "whole", TEA_SHAPE_WHOLE },
	{ "element", TEA_SHAPE_ELEMENT }, { NULL, 0 },
};

static const struct word modes[] = {
	{ "unit", TEA_VMODE_UNIT }, { "strided", TEA_VMODE_STRIDED },
	{ "indexed", TEA_VMODE_INDEXED }, { "whole", TEA_VMODE_WHOLE },
	{ "mask", TEA_VMODE_MASK }, { NULL, 0 },
};

static const struct word flags[] = {
	{ "reads_v0", TEA_VECTOR_READS_V0 }, { "reads_vd", TEA_VECTOR_READS_VD },
	{ "to_mask", TEA_VECTOR_TO_MASK }, { "ordered", TEA_VECTOR_ORDERED },
	{ "gather", TEA_VECTOR_GATHER }, { "fault_first", TEA_VECTOR_FAULT_FIRST }, { NULL, 0 },
};

void stream_vector_init(struct stream_vector *vector)
{
	*vector = (struct stream_vector){
		.op = {
			.insn = { .vd = TEA_REG_NONE, .vs1 = TEA_REG_NONE, .vs2 = TEA_REG_NONE,
				  .fields = 1 },
			.vta = true, .vma = true,
		},
	};
}

/* -1: it is none of them. */
static int find_word(const struct word *words, const char *name)
{
	for (; words->name; words++) {
		if (!strcmp(words->name, name))
			return words->value;
	}
	return -1;
}

/* log2 of the bytes of so many bits. */
static uint8_t parse_width(const char *value)
{
	return (uint8_t)(__builtin_ctz((unsigned int)atoi(value) | 64) - 3);
}

static int parse_register(uint8_t *number, int8_t *shape, char *value)
{
	char *colon = strchr(value, ':');
	int word = colon ? find_word(shapes, colon + 1) : 0;

	*number = (uint8_t)atoi(value);
	*shape = (int8_t)(word < 0 ? atoi(colon + 1) : word);
	return 0;
}

static int parse_flags(struct tea_vector_insn *insn, char *value)
{
	for (char *end, *name = value; name; name = end) {
		int flag;

		end = strchr(name, ',');
		if (end)
			*end++ = 0;
		flag = find_word(flags, name);
		if (flag < 0)
			return -1;
		insn->flags |= (uint8_t)flag;
	}
	return 0;
}

static int parse_addresses(struct stream_vector *vector, const char *value)
{
	while (value && vector->op.element_count < STREAM_ADDRESSES_MAX) {
		vector->addresses[vector->op.element_count++] = strtoull(value, NULL, 16);
		value = strchr(value, ',');
		if (value)
			value++;
	}
	return value ? -1 : 0;
}

static int parse_mode(struct tea_vector_insn *insn, const char *value)
{
	int mode = find_word(modes, value);

	insn->mode = (uint8_t)mode;
	return mode < 0 ? -1 : 0;
}

int stream_vector_field(struct stream_vector *vector, const char *key, char *value)
{
	struct tea_vector_op *op = &vector->op;
	struct tea_vector_insn *insn = &op->insn;

	if (!strcmp(key, "vd"))
		return parse_register(&insn->vd, &insn->shape[0], value);
	if (!strcmp(key, "vs1"))
		return parse_register(&insn->vs1, &insn->shape[1], value);
	if (!strcmp(key, "vs2"))
		return parse_register(&insn->vs2, &insn->shape[2], value);
	if (!strcmp(key, "flags"))
		return parse_flags(insn, value);
	if (!strcmp(key, "mode"))
		return parse_mode(insn, value);
	if (!strcmp(key, "at"))
		return parse_addresses(vector, value);
	if (!strcmp(key, "vl")) {
		op->vl = (uint16_t)atoi(value);
	} else if (!strcmp(key, "vstart")) {
		op->vstart = (uint16_t)atoi(value);
	} else if (!strcmp(key, "sew")) {
		op->sew_log2 = parse_width(value);
	} else if (!strcmp(key, "lmul")) {
		op->lmul_log2 = (int8_t)atoi(value);
	} else if (!strcmp(key, "tail")) {
		op->vta = false;
	} else if (!strcmp(key, "inactive")) {
		op->vma = false;
	} else if (!strcmp(key, "mask")) {
		op->mask[0] = strtoull(value, NULL, 16);
		insn->flags |= TEA_VECTOR_MASKED;
	} else if (!strcmp(key, "fields")) {
		insn->fields = (uint8_t)atoi(value);
	} else if (!strcmp(key, "eew")) {
		insn->eew_log2 = parse_width(value);
	} else if (!strcmp(key, "stride")) {
		op->stride = atoi(value);
	} else {
		return -1;
	}
	return 0;
}
