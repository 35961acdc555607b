// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_mixkeys.c - the keys of instructions that their encoding decides
 */
#include "tools/clitest.h"

#include <string.h>

#include "mix/mixkeys.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* As mixsubject_decode() does it, of an instruction of no recording. */
static void decode(struct mixsubject *subject, uint32_t bits)
{
	struct disasm disasm;

	*subject = (struct mixsubject){ .decoded = true };
	tea_insn_decode(&subject->insn, bits);
	tea_operands_decode(&subject->operands, bits);
	assert_int_equal(disasm_open(&disasm), 0);
	disasm_insn(&disasm, (const uint8_t *)&bits, sizeof(bits), 0, subject->mnemonic);
	disasm_close(&disasm);
	subject->mnemonic[strcspn(subject->mnemonic, " ")] = '\0';
}

static void tells_what_an_encoding_is(void **state)
{
	static const struct {
		uint32_t bits;
		const char *mnemonic, *extension, *class;
	} insns[] = {
		{ 0x0100000f, "pause", "Zihintpause", "pause" },
		{ 0x0ff0000f, "fence", "I", "fence" },
		{ 0x0000100f, "fence.i", "Zifencei", "fence.i" },
		{ 0x20afa733, "sh1add", "Zba", "int" },
		{ 0x06400513, "li", "I", "int" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(insns); i++) {
		struct mixsubject subject;
		char text[MIXKEYS_TEXT];

		decode(&subject, insns[i].bits);
		assert_string_equal(mixsubject_value(&subject, MIXKEY_MNEMONIC, text), insns[i].mnemonic);
		assert_string_equal(mixsubject_value(&subject, MIXKEY_EXTENSION, text),
				    insns[i].extension);
		assert_string_equal(mixsubject_value(&subject, MIXKEY_CLASS, text), insns[i].class);
	}
}

static void tells_operands(void **state)
{
	static const struct {
		uint32_t bits;
		const char *memory, *size, *operands, *masked;
	} insns[] = {
		{ 0x00c5853b, "none", "4", "xxx", "no" },	/* addw a0, a1, a2 */
		{ 0x0005d503, "read", "2", "xxi", "no" },	/* lhu a0, 0(a1) */
		{ 0x00a53027, "write", "8", "fxi", "no" },	/* fsd fa0, 0(a0) */
		{ 0x00b6252f, "both", "4", "xxx", "no" },	/* amoadd.w a0, a1, (a2) */
		{ 0x6ac5f543, "none", "8", "ffff", "no" },	/* fmadd.d */
		{ 0x00000073, "none", "none", "none", "no" },	/* ecall */
		{ 0x0045200f, "write", "[unknown]", "x", "no" },	/* cbo.zero (a0): a line */
		{ 0x00057507, "read", "8", "vx", "yes" },	/* vle64.v v10, (a0), v0.t */
		{ 0x66b62557, "none", "bit", "vvv", "no" },	/* vmand.mm v10, v11, v12 */
		{ 0x0000000b, "[unknown]", "[unknown]", "[unknown]", "[unknown]" },	/* custom-0 */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(insns); i++) {
		struct mixsubject subject;
		char text[MIXKEYS_TEXT];

		decode(&subject, insns[i].bits);
		assert_string_equal(mixsubject_value(&subject, MIXKEY_MEMORY, text), insns[i].memory);
		assert_string_equal(mixsubject_value(&subject, MIXKEY_OPERAND_SIZE, text), insns[i].size);
		assert_string_equal(mixsubject_value(&subject, MIXKEY_OPERANDS, text), insns[i].operands);
		assert_string_equal(mixsubject_value(&subject, MIXKEY_MASKED, text), insns[i].masked);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_what_an_encoding_is),
		cmocka_unit_test(tells_operands),
	};

	return cmocka_run_group_tests_name("test_mixkeys", tests, NULL, NULL);
}
