// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_advice.c - every signature of every instruction has its advice, and the best one;
 * texts name knobs that the core has, and only where they can be left out
 */
#include "tools/clitest.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/advice.h"

#define PARAMS	"qemu-device/model/params.def"

static const uint64_t stalled[PICS_STATES] = { [TEA_STATE_STALLED] = 1 };
static const uint64_t compute[PICS_STATES] = { [TEA_STATE_COMPUTE] = 1 };

static void all_signatures_have_one(void **state)
{
	(void)state;
	for (uint16_t signature = 0; signature <= SIGNATURE_UNKNOWN; signature++) {
		for (unsigned int class = 0; class <= ADVICE_VECTOR_STORE; class = class ? class << 1 : 1) {
			const struct advice *advice = advice_find(signature, class, stalled);

			assert_non_null(advice);
			/* It is about something that happened, and about something if anything did. */
			assert_int_equal(advice->events & ~signature, 0);
			assert_true(!signature == !advice->events);
			assert_non_null(advice_find(signature, class, compute));
		}
	}
}

static void most_events_win(void **state)
{
	const uint16_t llc = TEA_PSV_ST_L1 | TEA_PSV_ST_LLC;

	(void)state;
	assert_int_equal(advice_find(llc, ADVICE_LOAD, stalled)->events, llc);
	assert_int_equal(advice_find(llc | TEA_PSV_DR_L1, ADVICE_LOAD, stalled)->events, llc);
	assert_int_equal(advice_find(llc | TEA_PSV_ST_TLB, 0, stalled)->events,
			 llc | TEA_PSV_ST_TLB);
}

static void classes_tell(void **state)
{
	/* Codes are riscv64-linux-gnu-as's for the text. */
	static const struct {
		const char *text;
		uint32_t code;
		unsigned int class;
	} cases[] = {
		{ "ld a1, 0(a2)", 0x00063583, ADVICE_LOAD },
		{ "c.ld a1, 0(a2)", 0x620c, ADVICE_LOAD },
		{ "lbu a1, 0(a2)", 0x00064583, ADVICE_LOAD },
		{ "flw fa1, 0(a2)", 0x00062587, ADVICE_LOAD },
		{ "lui a1, 1", 0x000015b7, ADVICE_INTEGER },
		{ "li a1, 1", 0x00100593, ADVICE_INTEGER },
		{ "mulw a1, a2, a3", 0x02d605bb, ADVICE_INTEGER },
		{ "sd a1, 0(a2)", 0x00b63023, ADVICE_STORE },
		{ "fsd fa1, 0(a2)", 0x00b63027, ADVICE_STORE },
		{ "sub a1, a2, a3", 0x40d605b3, ADVICE_INTEGER },
		{ "fsub.d fa1, fa2, fa3", 0x0ad675d3, ADVICE_FLOAT },
		{ "fmul.s fa1, fa2, fa3", 0x10d675d3, ADVICE_FLOAT },
		{ "fmadd.d fa1, fa2, fa3, fa4", 0x72d675c3, ADVICE_FLOAT },
		{ "fcvt.d.l fa1, a1", 0xd225f5d3, ADVICE_FLOAT },
		{ "feq.d a1, fa1, fa2", 0xa2c5a5d3, ADVICE_FLOAT },
		{ "fsqrt.d fa1, fa2", 0x5a0675d3, ADVICE_SQRT },
		{ "fdiv.s fa1, fa2, fa3", 0x18d675d3, ADVICE_DIVIDE },
		{ "remuw a1, a2, a3", 0x02d675bb, ADVICE_DIVIDE },
		{ "fence.i", 0x0000100f, ADVICE_ATOMIC },
		{ "fence rw, rw", 0x0330000f, ADVICE_ATOMIC },
		{ "sfence.vma", 0x12000073, ADVICE_ATOMIC },
		{ "lr.d a0, (a2)", 0x1006352f, ADVICE_ATOMIC },
		{ "sc.w a0, a1, (a2)", 0x18b6252f, ADVICE_ATOMIC },
		{ "amoadd.w a0, a1, (a2)", 0x00b6252f, ADVICE_ATOMIC },
		{ "fsflags a1", 0x00159073, ADVICE_FLUSHING },
		{ "rdcycle a1", 0xc00025f3, ADVICE_FLUSHING },
		{ "csrrw a0, sstatus, a1", 0x10059573, ADVICE_FLUSHING },
		{ "ecall", 0x00000073, ADVICE_SYSTEM },
		{ "wfi", 0x10500073, ADVICE_SYSTEM },
		{ "sret", 0x10200073, ADVICE_SYSTEM },
		{ "ret", 0x00008067, ADVICE_INDIRECT },
		{ "jalr a5", 0x000780e7, ADVICE_INDIRECT },
		{ "c.jr a5", 0x8782, ADVICE_INDIRECT },
		{ "beqz a0, . + 16", 0x00050863, ADVICE_BRANCH },
		{ "jal . + 32", 0x020000ef, ADVICE_BRANCH },
		{ "c.j . + 8", 0xa021, ADVICE_BRANCH },
		{ "vle32.v v0, (a0)", 0x02056007, ADVICE_VECTOR_LOAD },
		{ "vse32.v v0, (a0)", 0x02056027, ADVICE_VECTOR_STORE },
		{ "vadd.vv v1, v2, v3", 0x022180d7, ADVICE_VECTOR },
		{ "vfmacc.vf v8, fa5, v16", 0xb307d457, ADVICE_VECTOR },
		{ "vfdiv.vv v1, v2, v3", 0x822190d7, ADVICE_VECTOR_DIVIDE },
		{ "vdivu.vv v1, v2, v3", 0x8221a0d7, ADVICE_VECTOR_DIVIDE },
		{ "vfsqrt.v v1, v2", 0x4e2010d7, ADVICE_VECTOR_DIVIDE },
		{ "vredsum.vs v1, v2, v3", 0x0221a0d7, ADVICE_VECTOR_REDUCE },
		{ "vfredosum.vs v1, v2, v3", 0x0e2190d7, ADVICE_VECTOR_REDUCE },
		{ "vrgather.vv v1, v2, v3", 0x322180d7, ADVICE_VECTOR_MOVE },
		{ "vmand.mm v1, v2, v3", 0x6621a0d7, ADVICE_VECTOR },
		{ "vsetvli a0, a1, e32, m1, ta, ma", 0x0d05f557, ADVICE_INTEGER },
		{ "one of custom-0", 0x0000000b, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint8_t bytes[4];
		struct flow flow;

		memcpy(bytes, &cases[i].code, sizeof(bytes));
		flow = flow_decode(bytes, sizeof(bytes), 0x10000);
		if (advice_class(&flow) != cases[i].class)
			fail_msg("%s", cases[i].text);
	}
}

/* The same event of loads whose addresses are made in other ways has other remedies. */
static void addresses_tell(void **state)
{
	static const uint16_t signatures[] = {
		0, TEA_PSV_ST_L1, TEA_PSV_ST_L1 | TEA_PSV_ST_LLC,
		TEA_PSV_ST_L1 | TEA_PSV_ST_LLC | TEA_PSV_ST_TLB,
	};
	static const unsigned int around[] = { ADVICE_STREAM, ADVICE_GATHER, ADVICE_CHASE };

	(void)state;
	for (size_t i = 0; i < sizeof(signatures) / sizeof(signatures[0]); i++) {
		const struct advice *plain = advice_find(signatures[i], ADVICE_LOAD, stalled);

		for (size_t j = 0; j < sizeof(around) / sizeof(around[0]); j++) {
			const struct advice *advice = advice_find(signatures[i], ADVICE_LOAD | around[j],
								  stalled);

			/* of a stream pages are the same trouble as of any load */
			if (around[j] != ADVICE_STREAM || !(signatures[i] & TEA_PSV_ST_TLB))
				assert_ptr_not_equal(advice->remedy, plain->remedy);
			assert_int_equal(advice->events, signatures[i]);
			assert_int_equal(strstr(advice->title, "pointer chase") != NULL,
					 around[j] == ADVICE_CHASE);
		}
	}
	/* a load behind a mispredicted branch gets that advice first, unless it is a chase */
	assert_non_null(strstr(advice_find(TEA_PSV_ST_L1, ADVICE_LOAD | ADVICE_STREAM | ADVICE_RESTART,
					   stalled)->title, "mispredicted"));
}

/* A line that another hart has is the same trouble however the address was made. */
static void sharing_has_its_own(void **state)
{
	const uint16_t copy = TEA_PSV_ST_L1 | TEA_PSV_ST_CO;

	(void)state;
	for (unsigned int around = 1; around < ADVICE_SPIN; around <<= 1) {
		const struct advice *advice = advice_find(copy, ADVICE_LOAD | around, stalled);

		assert_int_equal(advice->events, copy);
	}
	assert_non_null(strstr(advice_find(copy, ADVICE_LOAD, stalled)->remedy, "alignas"));
	assert_non_null(strstr(advice_find(copy, ADVICE_ATOMIC, stalled)->title, "atomic"));
	assert_non_null(strstr(advice_find(TEA_PSV_ST_CO, ADVICE_ATOMIC, stalled)->title, "atomic"));
}

/* What was sampled of the line decides, whichever instruction waits: padding helps against false sharing only. */
static void kinds_of_sharing_have_theirs(void **state)
{
	static const uint16_t with[] = {
		0, TEA_PSV_ST_L1, TEA_PSV_ST_TLB, TEA_PSV_ST_L1 | TEA_PSV_ST_TLB, TEA_PSV_ST_L1 | TEA_PSV_ST_LLC,
	};
	static const struct {
		unsigned int class;
		const char *title;
		bool pads;
	} kinds[] = {
		{ ADVICE_FALSE_SHARING, "false sharing of a line", true },
		{ ADVICE_TRUE_SHARING, "true sharing of data", false },
		{ ADVICE_LOCK, "lock that harts hand to each other", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(with) / sizeof(with[0]); i++) {
		for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
			const uint16_t signature = with[i] | TEA_PSV_ST_CO;
			const struct advice *load = advice_find(signature, ADVICE_LOAD | kinds[k].class, stalled);

			assert_ptr_equal(load, advice_find(signature, ADVICE_ATOMIC | kinds[k].class, stalled));
			assert_int_equal(load->events, signature);
			assert_int_equal(strncmp(load->title, kinds[k].title, strlen(kinds[k].title)), 0);
			assert_int_equal(strstr(load->remedy, "alignas") != NULL, kinds[k].pads);
		}
		/* nor does it speak where nothing waits for a copy */
		assert_null(strstr(advice_find(with[i], ADVICE_LOAD | ADVICE_LOCK, stalled)->title, "lock"));
	}
}

/* Base is work only where instructions commit: a division that waits is not. */
static void base_is_told_by_state(void **state)
{
	static const char *const titles[PICS_STATES] = {
		[TEA_STATE_COMPUTE] = "instructions that commit", [TEA_STATE_STALLED] = "division",
		[TEA_STATE_DRAINED] = "front-end late, without an event",
		[TEA_STATE_FLUSHED] = "flush without an event",
	};

	(void)state;
	for (uint8_t s = 0; s < PICS_STATES; s++) {
		const struct piece piece = { .category = 0, .state = s };

		assert_string_equal(advice_of_piece(&piece, ADVICE_DIVIDE)->title, titles[s]);
	}
}

static void no_instruction_has_no_class(void **state)
{
	const uint8_t half[] = { 0x03, 0xb0 };
	const struct flow flow = flow_decode(half, sizeof(half), 0);

	(void)state;
	assert_int_equal(advice_class(&flow), 0);
	assert_int_equal(advice_class(&(struct flow){ 0 }), 0);
}

static void unknown_knobs_leave_no_hole(void **state)
{
	struct recording_setting settings[] = { { "rob", "192" }, { "l1d_kib", "32" } };
	struct recording recording = { .settings = settings, .settings_count = 2 };
	char *text;

	(void)state;
	text = advice_text("a[ ({rob} and {l1d_kib})] b[ {llc_kib} KiB][, {rob}] c", &recording);
	assert_string_equal(text, "a (192 and 32) b, 192 c");
	free(text);
	recording.settings_count = 0;
	text = advice_text("a[ ({rob} and {l1d_kib})] b[ {llc_kib} KiB][, {rob}] c", &recording);
	assert_string_equal(text, "a b c");
	free(text);
}

static bool has_knob(const char *params, const char *name, size_t length)
{
	char wanted[64];

	snprintf(wanted, sizeof(wanted), "TEA_PARAM(%.*s,", (int)length, name);
	return strstr(params, wanted);
}

static void check_text(const char *params, const char *text)
{
	bool open = false;

	for (; *text; text++) {
		if (*text == '[' || *text == ']') {
			assert_int_equal(open, *text == ']');
			open = !open;
		}
		if (*text != '{')
			continue;
		assert_true(open);
		if (!has_knob(params, text + 1, strcspn(text + 1, "}")))
			fail_msg("no knob of the core: %s", text);
	}
	assert_false(open);
}

/* Each class has advice, except unknown instructions. */
static void all_classes_have_one(void **state)
{
	(void)state;
	for (uint8_t class = 0; class < TEA_CLASSES_COUNT; class++)
		assert_int_equal(!advice_class_of(class), class == TEA_CLASS_UNKNOWN);
}

static void texts_name_real_knobs(void **state)
{
	static char params[65536];
	FILE *file = fopen(PARAMS, "re");

	(void)state;
	assert_non_null(file);
	params[fread(params, 1, sizeof(params) - 1, file)] = '\0';
	fclose(file);
	for (size_t i = 0; i < advice_count; i++) {
		check_text(params, advice_table[i].title);
		check_text(params, advice_table[i].meaning);
		check_text(params, advice_table[i].remedy);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_signatures_have_one),
		cmocka_unit_test(most_events_win),
		cmocka_unit_test(classes_tell),
		cmocka_unit_test(all_classes_have_one),
		cmocka_unit_test(addresses_tell),
		cmocka_unit_test(sharing_has_its_own),
		cmocka_unit_test(kinds_of_sharing_have_theirs),
		cmocka_unit_test(base_is_told_by_state),
		cmocka_unit_test(no_instruction_has_no_class),
		cmocka_unit_test(unknown_knobs_leave_no_hole),
		cmocka_unit_test(texts_name_real_knobs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
