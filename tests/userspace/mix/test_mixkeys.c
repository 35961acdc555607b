// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_mixkeys.c - what instructions are, by the keys that their encoding decides
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_what_an_encoding_is),
	};

	return cmocka_run_group_tests_name("test_mixkeys", tests, NULL, NULL);
}
