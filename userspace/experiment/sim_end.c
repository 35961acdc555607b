// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_end.c - why and where a simulated program ended; see sim_end.h
 */
#include "sim_end.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/op.h"
#include "recording/recording.h"
#include "symbols/disasm.h"

#define OPCODE_SYSTEM	0x73

/* "strcmp+0x12 in libc.so.6" */
static void put_place(FILE *log, struct recording *recording)
{
	const struct recording_place *place = &recording->end.place;
	struct symbols_location location;

	symbols_locate(&recording->symbols, place->object, place->address, &location);
	fprintf(log, " at 0x%" PRIx64 ", ", recording->end.pc);
	if (location.function)
		fprintf(log, "%s+0x%" PRIx64 " in ", location.function, location.offset);
	fprintf(log, "'%s'", location.object->path);
	if (!location.function)
		fprintf(log, "+0x%" PRIx64, location.address);
}

static void put_insn(FILE *log, const struct recording_end *end)
{
	struct disasm disasm;
	char text[DISASM_TEXT];

	if (!end->insn_bytes || disasm_open(&disasm))
		return;
	disasm_insn(&disasm, end->insn, end->insn_bytes, end->pc, text);
	fputs(": ", log);
	for (size_t i = end->insn_bytes; i--;)
		fprintf(log, "%02x", end->insn[i]);
	if (text[0] != '.')
		fprintf(log, " (%s)", text);
	disasm_close(&disasm);
}

/* The profile has a golden reference, samples, slots of stages, or none of these. */
static int open_profile(struct recording *recording, const char *profile)
{
	static const enum measure measures[] = { MEASURE_GOLDEN, MEASURE_CYCLES, MEASURE_STAGES };
	int error = -ENOENT;

	for (size_t i = 0; error && i < sizeof(measures) / sizeof(measures[0]); i++) {
		const struct recording_options tried = {
			.path = profile, .of = { { measures[i] } }, .symfs = "", .empty = true,
		};
		struct fault fault;

		error = recording_open(recording, &tried, &fault);
	}
	return error;
}

/* Vector instructions, and the CSRs that belong to them: vstart to vcsr, vl to vlenb. */
static bool is_vector(const struct recording_end *end)
{
	struct tea_insn insn;
	uint32_t bits, csr;

	if (!end->insn_bytes || !tea_insn_fetch(end->insn, end->insn_bytes, &bits))
		return false;
	tea_insn_decode(&insn, bits);
	csr = bits >> 20;
	/* one of these may have the class of a constant */
	return insn.class == TEA_CLASS_VSET || tea_class_is_vector(insn.class) ||
	       ((bits & 0x7f) == OPCODE_SYSTEM && bits >> 12 & 3 &&
		((csr >= 0x008 && csr <= 0x00f) || (csr >= 0xc20 && csr <= 0xc22)));
}

/* A knob's value, or "". */
static const char *find_setting(const struct recording *recording, const char *name)
{
	for (size_t i = 0; i < recording->settings_count; i++) {
		if (!strcmp(recording->settings[i].name, name))
			return recording->settings[i].value;
	}
	return "";
}

/* Ends the line, and names the core's extensions if that is the reason. */
static void put_illegal(FILE *log, const char *command, const struct recording *recording)
{
	bool has_vectors = strtoul(find_setting(recording, "vlen"), NULL, 10);

	if (!is_vector(&recording->end)) {
		fprintf(log, "\ntea %s: the core has RV64GC%s: compile for -march=rv64gc%s\n", command,
			has_vectors ? "V with Zicsr, Zifencei, Zicntr, Zicbop, Zba, Zbb and Zbs" :
				      " with Zicsr, Zifencei, Zicntr and Zicbop, but neither vectors "
				      "nor bit manipulation",
			has_vectors ? "v" : "");
		return;
	}
	if (has_vectors)
		fputs(": a vector instruction that is not legal, or not with the vtype and vstart "
		      "in force\n", log);
	else
		fprintf(log, ": a vector instruction, and core %s has no vectors: choose one "
			"that has them, as --core boom-vector\n",
			find_setting(recording, "core"));
}

static void put_end(FILE *log, const char *command, struct recording *recording, int signal)
{
	if (recording->end.signal) {
		put_place(log, recording);
		put_insn(log, &recording->end);
	}
	if (signal == SIGILL)
		put_illegal(log, command, recording);
	else
		fputc('\n', log);
}

void sim_end_tell(FILE *log, const char *command, const char *program, int signal,
		  const char *profile)
{
	struct recording recording;
	const char *name = sigabbrev_np(signal);

	fprintf(log, "tea %s: '%s' was ended by SIG%s (%s)", command, program, name ? name : "?",
		strsignal(signal));
	if (open_profile(&recording, profile)) {
		fputc('\n', log);
	} else {
		put_end(log, command, &recording, signal);
		recording_close(&recording);
	}
}
