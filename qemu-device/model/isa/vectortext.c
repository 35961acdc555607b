// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vectortext.c - vector instructions as text, by the names of vectorpattern.c; see insntext.h
 */
#include "vectortext.h"

#include <stdio.h>
#include <string.h>

#include "operands.h"
#include "operandtext.h"
#include "vectorpattern.h"

static const char *const fp_names[] = {
	"ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
	"fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
	"fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
};

static unsigned int vd_of(uint32_t bits)
{
	return bits >> 7 & 31;
}

static unsigned int vs1_of(uint32_t bits)
{
	return bits >> 15 & 31;
}

static unsigned int vs2_of(uint32_t bits)
{
	return bits >> 20 & 31;
}

static void add_mask(struct tea_insn_text *text, uint32_t bits)
{
	if (!(bits & TEA_VECTOR_VM))
		tea_operand_text_add(text, "v0.t");
}

/* ---- vsetvli, vsetivli, vsetvl ---- */

/* A type with reserved fields is shown as a number. */
static void add_type(struct tea_insn_text *text, uint32_t bits)
{
	const int type = tea_operands_vtype(bits);

	if (type < 0)
		tea_operand_text_add(text, "%u", bits >> 20 & (bits >> 31 ? 0x3ff : 0x7ff));
	else
		tea_operand_text_add(text, "%s, %s, %s, %s", tea_vtype_sew(type), tea_vtype_lmul(type),
				  type & 0x40 ? "ta" : "tu", type & 0x80 ? "ma" : "mu");
}

static bool put_vset(struct tea_insn_text *text, uint32_t bits)
{
	const char *rs1 = tea_integer_names[vs1_of(bits)];

	tea_operand_text_add(text, "%s", tea_integer_names[vd_of(bits)]);
	if (!(bits >> 31)) {
		strcpy(text->mnemonic, "vsetvli");
		tea_operand_text_add(text, "%s", rs1);
		add_type(text, bits);
	} else if (bits >> 30 & 1) {
		strcpy(text->mnemonic, "vsetivli");
		tea_operand_text_add(text, "%u", vs1_of(bits));
		add_type(text, bits);
	} else {
		strcpy(text->mnemonic, "vsetvl");
		tea_operand_text_add(text, "%s", rs1);
		tea_operand_text_add(text, "%s", tea_integer_names[vs2_of(bits)]);
	}
	return true;
}

/* ---- aliases ---- */

enum same {
	ANY,
	SOURCES,		/* vs1 is vs2 */
	ALL,			/* and vd: no value of theirs matters */
};

#define FORM(f6, f3, field) 0xfc0ff07f, ((uint32_t)(f6) << 26 | (field) << 15 | (f3) << 12 | 0x57)
#define BOTH(f6, f3)	0xfc00707f, ((uint32_t)(f6) << 26 | (f3) << 12 | 0x57)
#define MASKS(f6)	0xfe00707f, ((uint32_t)(f6) << 26 | TEA_VECTOR_VM | 2 << 12 | 0x57)

static const struct {
	const char *name;
	uint32_t mask, match;
	enum same same;
} aliases[] = {
	{ "vneg.v", FORM(0x03, 4, 0), ANY },		/* vrsub.vx, zero */
	{ "vnot.v", FORM(0x0b, 3, 31), ANY },		/* vxor.vi, -1 */
	{ "vncvt.x.x.w", FORM(0x2c, 4, 0), ANY },	/* vnsrl.wx, zero */
	{ "vwcvtu.x.x.v", FORM(0x30, 6, 0), ANY },	/* vwaddu.vx, zero */
	{ "vwcvt.x.x.v", FORM(0x31, 6, 0), ANY },	/* vwadd.vx, zero */
	{ "vfneg.v", BOTH(0x09, 1), SOURCES },		/* vfsgnjn.vv */
	{ "vfabs.v", BOTH(0x0a, 1), SOURCES },		/* vfsgnjx.vv */
	{ "vmmv.m", MASKS(0x19), SOURCES },		/* vmand.mm */
	{ "vmnot.m", MASKS(0x1d), SOURCES },		/* vmnand.mm */
	{ "vmclr.m", MASKS(0x1b), ALL },		/* vmxor.mm */
	{ "vmset.m", MASKS(0x1f), ALL },		/* vmxnor.mm */
};

static bool put_alias(struct tea_insn_text *text, uint32_t bits)
{
	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++) {
		if ((bits & aliases[i].mask) != aliases[i].match ||
		    (aliases[i].same >= SOURCES && vs1_of(bits) != vs2_of(bits)) ||
		    (aliases[i].same == ALL && vd_of(bits) != vs1_of(bits)))
			continue;
		strcpy(text->mnemonic, aliases[i].name);
		tea_operand_text_add(text, "v%u", vd_of(bits));
		if (aliases[i].same != ALL)
			tea_operand_text_add(text, "v%u", vs2_of(bits));
		add_mask(text, bits);
		return true;
	}
	return false;
}

/* ---- memory ---- */

static void put_memory_name(struct tea_insn_text *text, const struct tea_vector_pattern *pattern,
			    const struct tea_vector_insn *insn)
{
	const unsigned int width = 8U << insn->eew_log2;
	const size_t size = sizeof(text->mnemonic);
	char segment[8] = "";

	if (insn->mode == TEA_VMODE_MASK) {
		snprintf(text->mnemonic, size, "%s.v", pattern->names);
	} else if (insn->mode == TEA_VMODE_WHOLE && width > 8) {
		snprintf(text->mnemonic, size, "%s%ure%u.v", pattern->names, insn->fields, width);
	} else if (insn->mode == TEA_VMODE_WHOLE) {	/* vl1re8.v, too */
		snprintf(text->mnemonic, size, "%s%ur.v", pattern->names, insn->fields);
	} else {
		if (insn->fields > 1)
			snprintf(segment, sizeof(segment), "seg%u", insn->fields & 15U);
		snprintf(text->mnemonic, size, "%s%se%s%u%s.v", pattern->names, segment,
			 insn->mode == TEA_VMODE_INDEXED ? "i" : "", width,
			 insn->flags & TEA_VECTOR_FAULT_FIRST ? "ff" : "");
	}
}

static void put_memory(struct tea_insn_text *text, const struct tea_vector_pattern *pattern,
		       uint32_t bits)
{
	struct tea_vector_insn insn;

	tea_vector_decode(&insn, bits);
	put_memory_name(text, pattern, &insn);
	tea_operand_text_add(text, "v%u", vd_of(bits));
	tea_operand_text_add(text, "(%s)", tea_integer_names[vs1_of(bits)]);
	if (insn.mode == TEA_VMODE_STRIDED)
		tea_operand_text_add(text, "%s", tea_integer_names[vs2_of(bits)]);
	else if (insn.mode == TEA_VMODE_INDEXED)
		tea_operand_text_add(text, "v%u", vs2_of(bits));
	add_mask(text, bits);
}

/* ---- all else ---- */

/* The bits of @value that are set in @set, side by side. */
static unsigned int gather(uint32_t value, uint32_t set)
{
	unsigned int result = 0;

	for (unsigned int to = 0; set; set &= set - 1)
		result |= (value >> __builtin_ctz(set) & 1) << to++;
	return result;
}

/* The name among several that the bits choose; its length, too. */
static const char *find_name(const struct tea_vector_pattern *pattern, uint32_t bits, int *length)
{
	uint32_t choosing = pattern->operands[2] == '-' ? 0xfc0f8000 : 0xfc000000;
	const char *name = pattern->names;

	if (strchr(name, ' '))
		for (unsigned int skip = gather(bits, ~pattern->mask & choosing); skip; skip--)
			name = strchr(name, ' ') + 1;
	*length = (int)strcspn(name, " ");
	return name;
}

/* 'v', 'x', 'f' or 'i', as funct3 says. */
static char last_kind(uint32_t bits)
{
	return TEA_VECTOR_LAST_KINDS[bits >> 12 & 7];
}

/*
 * Put the name with its ending, .vv and the like; names of operations with one source have theirs.
 */
static void put_name(struct tea_insn_text *text, const struct tea_vector_pattern *pattern,
		     uint32_t bits)
{
	const char vs2 = pattern->operands[1], vs1 = pattern->operands[2];
	const bool carry = pattern->flags & TEA_VECTOR_READS_V0 && !(bits & TEA_VECTOR_VM);
	char ending[8] = "";
	int length;
	const char *name = find_name(pattern, bits, &length);

	if (vs1 != '-' && vs2 == '-')
		snprintf(ending, sizeof(ending), ".%c", last_kind(bits));
	else if (vs1 != '-')
		snprintf(ending, sizeof(ending), ".%c%c%s", vs2 == 'w' || vs2 == 'm' ? vs2 : 'v',
			 vs1 == 's' || vs1 == 'm' ? vs1 : last_kind(bits), carry ? "m" : "");
	snprintf(text->mnemonic, sizeof(text->mnemonic), "%.*s%s", length, name, ending);
}

/* The immediate of vror.vi has a sixth bit, where others have another name. */
static int immediate_of(const struct tea_vector_pattern *pattern, uint32_t bits)
{
	const uint32_t sixth = strchr(pattern->names, ' ') ? 0 : ~pattern->mask & 1U << 26;
	const int value = (int)vs1_of(bits);

	if (pattern->operands[2] == 'u')
		return value + (bits & sixth ? 32 : 0);
	return value < 16 ? value : value - 32;
}

static void add_last(struct tea_insn_text *text, const struct tea_vector_pattern *pattern,
		     uint32_t bits)
{
	const unsigned int vs1 = vs1_of(bits);

	switch (last_kind(bits)) {
	case 'x':
		tea_operand_text_add(text, "%s", tea_integer_names[vs1]);
		break;
	case 'f':
		tea_operand_text_add(text, "%s", fp_names[vs1]);
		break;
	case 'i':
		tea_operand_text_add(text, "%d", immediate_of(pattern, bits));
		break;
	default:
		tea_operand_text_add(text, "v%u", vs1);
		break;
	}
}

static void put_operands(struct tea_insn_text *text, const struct tea_vector_pattern *pattern,
			 uint32_t bits)
{
	const char vd = pattern->operands[0], vs2 = pattern->operands[1];
	const bool vs1 = pattern->operands[2] != '-';
	const bool factors = tea_vector_pattern_factors(pattern);

	if (vd == 'x' || vd == 'f')
		tea_operand_text_add(text, "%s", (vd == 'x' ? tea_integer_names : fp_names)[vd_of(bits)]);
	else
		tea_operand_text_add(text, "v%u", vd_of(bits));
	if (vs1 && factors)
		add_last(text, pattern, bits);
	if (vs2 != '-')
		tea_operand_text_add(text, "v%u", vs2_of(bits));
	if (vs1 && !factors)
		add_last(text, pattern, bits);
	if (pattern->flags & TEA_VECTOR_READS_V0 && !(bits & TEA_VECTOR_VM))
		tea_operand_text_add(text, "v0");
	else
		add_mask(text, bits);
}

bool tea_vector_text(struct tea_insn_text *text, uint32_t bits)
{
	const struct tea_vector_pattern *pattern = tea_vector_pattern(bits);
	struct tea_insn insn;

	tea_insn_decode(&insn, bits);
	if (insn.class != TEA_CLASS_VSET && !tea_class_is_vector(insn.class))
		return false;
	*text = (struct tea_insn_text){ .operands = "" };
	if (insn.class == TEA_CLASS_VSET)
		return put_vset(text, bits);
	if (put_alias(text, bits))
		return true;
	if (tea_vector_pattern_is_memory(pattern)) {
		put_memory(text, pattern, bits);
	} else {
		put_name(text, pattern, bits);
		put_operands(text, pattern, bits);
	}
	return true;
}
