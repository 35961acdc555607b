// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * feed_dump.c - a plugin that writes the operations which a feed makes of a user program
 *
 *   -plugin feed_dump.so,to=FILE,vlen=N[,all=on[,single=on]][,check=on]
 *
 * Its lane is no core: it writes a line for each operation, of vectors alone unless all are asked
 * for. They come in blocks if possible, or one by one: single=on. With check, QEMU reports each
 * element that vector instructions access, and the operation's accesses are compared with that: the
 * last line is "checked N accesses of N operations", after a line "bad" for each operation whose
 * accesses differ. Fault-only-first loads are not checked: with these reports QEMU 10.0 takes each
 * of their pages for one that it may not access.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "feed.h"
#include "guestmem.h"
#include "hostapi.h"

#define ACCESSES	(2 * TEA_VLEN_MAX)

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static const char *const class_names[TEA_CLASSES_COUNT] = {
#define X(id, name, ...) name,
	TEA_CLASSES(X)
#undef X
};

static const char *const mode_names[] = {
	[TEA_VMODE_NONE] = "none", [TEA_VMODE_UNIT] = "unit", [TEA_VMODE_STRIDED] = "strided",
	[TEA_VMODE_INDEXED] = "indexed", [TEA_VMODE_WHOLE] = "whole", [TEA_VMODE_MASK] = "mask",
};

static struct {
	FILE *file;
	unsigned int vlen;
	bool check, all;
	struct feed feed;
	struct lane lane;
	uint64_t seen[ACCESSES];	/* addresses, since the last operation */
	size_t seen_count;
	uint64_t accessed, operations, runs;
	qemu_plugin_vcpu_tb_trans_cb_t translate;	/* the feed's */
} dump;

static bool accesses(const struct tea_insn *insn)
{
	return insn->class == TEA_CLASS_V_LOAD || insn->class == TEA_CLASS_V_STORE;
}

/* An operation's accesses */

static uint64_t expected[ACCESSES];

static bool is_active(const struct tea_vector_op *op, unsigned int element)
{
	return !(op->insn.flags & TEA_VECTOR_MASKED) || op->mask[element / 64] >> element % 64 & 1;
}

/* The accesses of elements @pitch bytes apart. */
static size_t expect_elements(const struct tea_op *op, unsigned int elements, int64_t pitch)
{
	const struct tea_vector_op *vector = op->vector;
	unsigned int fields = vector->insn.mode == TEA_VMODE_WHOLE ? 1 : vector->insn.fields;
	size_t count = 0;

	for (unsigned int i = vector->vstart; i < elements; i++) {
		for (unsigned int k = 0; k < fields && is_active(vector, i); k++)
			expected[count++] = op->addr + (uint64_t)(pitch * i) +
					    ((uint64_t)k << vector->insn.eew_log2);
	}
	return count;
}

/* Since QEMU 10.2, from the first element on, eight bytes at a time whatever the element's width. */
static size_t expect_whole(const struct tea_op *op)
{
	const struct tea_vector_op *vector = op->vector;
	const bool wide = QEMU_PLUGIN_VERSION >= 5 && !vector->vstart;
	const unsigned int log2 = wide ? 3 : vector->insn.eew_log2;

	return expect_elements(op, (unsigned int)vector->vl << vector->insn.eew_log2 >> log2,
			       1 << log2);
}

static size_t expect(const struct tea_op *op)
{
	const struct tea_vector_op *vector = op->vector;
	int64_t bytes = 1 << vector->insn.eew_log2;

	switch (vector->insn.mode) {
	case TEA_VMODE_UNIT:
		return expect_elements(op, vector->vl, bytes * vector->insn.fields);
	case TEA_VMODE_STRIDED:
		return expect_elements(op, vector->vl, vector->stride);
	case TEA_VMODE_WHOLE:
		return expect_whole(op);
	case TEA_VMODE_MASK:
		return expect_elements(op, (vector->vl + 7U) / 8, 1);
	default:
		memcpy(expected, vector->element_addrs, vector->element_count * sizeof(*expected));
		return vector->element_count;
	}
}

/* A segment that traps may have made some of its accesses. */
static bool has_seen(const struct tea_op *op, size_t count)
{
	size_t more = op->trap ? op->vector->insn.fields - 1U : 0;

	return dump.seen_count >= count && dump.seen_count <= count + more &&
	       !memcmp(expected, dump.seen, count * sizeof(*expected)) &&
	       op->has_addr == (count > 0);
}

static void check(const struct tea_op *op)
{
	size_t count = expect(op);

	if (!has_seen(op, count)) {
		fprintf(dump.file, "bad: %zu accesses, seen %zu\n", count, dump.seen_count);
		for (size_t i = 0; i < count || i < dump.seen_count; i++)
			fprintf(dump.file, "  %" PRIx64 " %" PRIx64 "\n",
				i < count ? expected[i] : 0, i < dump.seen_count ? dump.seen[i] : 0);
	}
	dump.accessed += count;
	dump.operations++;
}

/* The double of a lane */

static void put_access(const struct tea_op *op)
{
	const struct tea_vector_op *vector = op->vector;

	fprintf(dump.file, " %s fields=%u eew=%u", mode_names[vector->insn.mode],
		vector->insn.fields, 8U << vector->insn.eew_log2);
	if (op->has_addr)
		fprintf(dump.file, " addr=%" PRIx64, op->addr);
	if (vector->insn.mode == TEA_VMODE_STRIDED)
		fprintf(dump.file, " stride=%" PRId64, vector->stride);
	for (uint32_t i = 0; i < vector->element_count; i++)
		fprintf(dump.file, "%c%" PRIx64, i ? ',' : ' ', vector->element_addrs[i]);
}

static void put_scalar(const struct tea_op *op)
{
	fprintf(dump.file, "%" PRIx64 " %" PRIx64 " %s site=%u steps=%u trap=%u", op->pc,
		op->next_pc, class_names[op->insn.class], op->site, op->steps, op->trap);
	if (op->has_addr)
		fprintf(dump.file, " addr=%" PRIx64, op->addr);
	fprintf(dump.file, "\n");
}

void lane_step(struct lane *lane, const struct stream_item *item)
{
	const struct tea_vector_op *vector = item->op.vector;

	(void)lane;
	if (dump.all)
		put_scalar(&item->op);
	if (!vector)
		return;
	fprintf(dump.file, "%s vl=%u", class_names[item->op.insn.class], vector->vl);
	if (vector->vstart)
		fprintf(dump.file, " vstart=%u", vector->vstart);
	if (vector->vill)
		fprintf(dump.file, " vill");
	else
		fprintf(dump.file, " e%u lmul=%d%s%s", 8U << vector->sew_log2, vector->lmul_log2,
			vector->vta ? " ta" : "", vector->vma ? " ma" : "");
	for (unsigned int i = 0; i < dump.vlen / 64 && vector->insn.flags & TEA_VECTOR_MASKED; i++)
		fprintf(dump.file, "%s%" PRIx64, i ? "," : " mask=", vector->mask[i]);
	if (accesses(&item->op.insn))
		put_access(&item->op);
	fprintf(dump.file, "%s\n", item->op.trap ? " trap" : "");
	if (accesses(&item->op.insn) && dump.check &&
	    !(vector->insn.flags & TEA_VECTOR_FAULT_FIRST))
		check(&item->op);
	dump.seen_count = 0;
}

/* Nothing is left out. */
void lane_take_step(struct lane *lane, const struct stream_item *item)
{
	lane_step(lane, item);
}

void lane_take_run(struct lane *lane, const struct tea_run *run, const struct part *part)
{
	(void)part;
	lane_run(lane, run);
}

/* No vectors are in it. */
void lane_run(struct lane *lane, const struct tea_run *run)
{
	(void)lane;
	dump.runs++;
	for (uint32_t i = 0; i < run->count && dump.all; i++) {
		struct tea_op op = tea_run_op(run, i);

		put_scalar(&op);
	}
}

void lane_translate(struct lane *lane, enum stream_effect effect, uint16_t asid)
{
	(void)lane;
	(void)effect;
	(void)asid;
}

/* QEMU */

static bool is_checked(uint32_t bits)
{
	struct tea_vector_insn vector;
	struct tea_insn insn;

	tea_insn_decode(&insn, bits);
	if (!accesses(&insn))
		return false;
	tea_vector_decode(&vector, bits);
	return !(vector.flags & TEA_VECTOR_FAULT_FIRST);
}

static void on_access(unsigned int index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *opaque)
{
	(void)index;
	(void)info;
	(void)opaque;
	if (dump.seen_count < ACCESSES)
		dump.seen[dump.seen_count++] = vaddr;
}

static void on_translation(HOST_ID struct qemu_plugin_tb *tb HOST_DATA)
{
#if QEMU_PLUGIN_VERSION >= 7
	dump.translate(tb, host_data);
#else
	dump.translate(id, tb);
#endif
	for (size_t i = 0; dump.check && i < qemu_plugin_tb_n_insns(tb); i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint32_t bits = 0;

		qemu_plugin_insn_data(insn, &bits, sizeof(bits));
		if (is_checked(bits))
			qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS,
							 QEMU_PLUGIN_MEM_RW, NULL);
	}
}

/* QEMU has one such callback of a plugin: ours calls the feed's. */
#if QEMU_PLUGIN_VERSION >= 7
#undef qemu_plugin_register_vcpu_tb_trans_cb
#define USER_DATA	, void *data
#define PASS_DATA	, data
#else
#define USER_DATA
#define PASS_DATA
#endif

void __real_qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
						  qemu_plugin_vcpu_tb_trans_cb_t callback USER_DATA);
void __wrap_qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
						  qemu_plugin_vcpu_tb_trans_cb_t callback USER_DATA)
{
	dump.translate = callback;
	__real_qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation PASS_DATA);
}

static void on_thread(HOST_ID unsigned int index HOST_DATA)
{
	feed_find_registers();
	feed_set_vlen(dump.vlen);
	feed_init(&dump.feed, index, &dump.lane, NULL);
}

static void on_syscall(HOST_ID unsigned int index, int64_t number, uint64_t a1, uint64_t a2,
		       uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7,
		       uint64_t a8 HOST_DATA)
{
	(void)index, (void)number;
	(void)a1, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
	feed_syscall(&dump.feed);
}

static void on_end(HOST_ID void *opaque)
{
	(void)opaque;
	if (dump.check)
		fprintf(dump.file, "checked %" PRIu64 " accesses of %" PRIu64 " operations\n",
			dump.accessed, dump.operations);
	if (dump.all) {
		feed_finish(&dump.feed);
		fprintf(dump.file, "retired %" PRIu64 "\n", dump.feed.retired);
		fprintf(stderr, "%" PRIu64 " runs\n", dump.runs);
	}
	fclose(dump.file);
}

static uint8_t user_privilege(void)
{
	return TEA_PRIV_U;
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info,
					   int argc, char **argv)
{
	static struct feed_host host = {
		.privilege = user_privilege, .interrupted = guestmem_interrupted, .sites = true,
		.blocks = true,
	};

	(void)info;
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "to=", 3))
			dump.file = fopen(argv[i] + 3, "w");
		if (!strncmp(argv[i], "vlen=", 5))
			dump.vlen = (unsigned int)atoi(argv[i] + 5);
		dump.check |= !strcmp(argv[i], "check=on");
		dump.all |= !strcmp(argv[i], "all=on");
		host.blocks &= strcmp(argv[i], "single=on") != 0;
	}
	if (!dump.file)
		return -1;
	feed_install(id, &host);
	feed_enable(true);
	qemu_plugin_register_vcpu_init_cb(id, on_thread);
	qemu_plugin_register_vcpu_syscall_cb(id, on_syscall);
	qemu_plugin_register_atexit_cb(id, on_end, NULL);
	return 0;
}
