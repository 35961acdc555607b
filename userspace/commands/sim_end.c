// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_end.c - why and where a simulated program ended; see sim_end.h
 */
#include "sim_end.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "recording/recording.h"
#include "symbols/disasm.h"

/* "strcmp+0x12 in libc.so.6" */
static void put_place(struct recording *recording)
{
	const struct recording_place *place = &recording->end.place;
	struct symbols_location location;

	symbols_locate(&recording->symbols, place->object, place->address, &location);
	fprintf(stderr, " at 0x%" PRIx64 ", ", recording->end.pc);
	if (location.function)
		fprintf(stderr, "%s+0x%" PRIx64 " in ", location.function, location.offset);
	fprintf(stderr, "'%s'", location.object->path);
	if (!location.function)
		fprintf(stderr, "+0x%" PRIx64, location.address);
}

static void put_insn(const struct recording_end *end)
{
	struct disasm disasm;
	char text[DISASM_TEXT];

	if (!end->insn_bytes || disasm_open(&disasm))
		return;
	disasm_insn(&disasm, end->insn, end->insn_bytes, end->pc, text);
	fputs(": ", stderr);
	for (size_t i = end->insn_bytes; i--;)
		fprintf(stderr, "%02x", end->insn[i]);
	if (text[0] != '.')
		fprintf(stderr, " (%s)", text);
	disasm_close(&disasm);
}

/* The profile has golden reference, samples, slots of stages, or none of them. */
static int open_profile(struct recording *recording, const char *profile)
{
	const struct recording_options options[] = {
		{ .golden = true }, { .golden = false }, { .stages = true },
	};
	int error = -ENOENT;

	for (size_t i = 0; error && i < sizeof(options) / sizeof(options[0]); i++) {
		struct recording_options tried = options[i];
		struct fault fault;

		tried.path = profile;
		tried.symfs = "";
		tried.empty = true;
		error = recording_open(recording, &tried, &fault);
	}
	return error;
}

void sim_end_tell(const char *program, int signal, const char *profile)
{
	struct recording recording;
	const char *name = sigabbrev_np(signal);

	fprintf(stderr, "tea sim: '%s' was ended by SIG%s (%s)", program, name ? name : "?",
		strsignal(signal));
	if (!open_profile(&recording, profile)) {
		if (recording.end.signal) {
			put_place(&recording);
			put_insn(&recording.end);
		}
		recording_close(&recording);
	}
	fputc('\n', stderr);
	if (signal == SIGILL)
		fputs("tea sim: the core has RV64GC with Zicsr, Zifencei, Zicntr and Zicbop, but neither "
		      "vectors nor bit manipulation: compile for -march=rv64gc\n", stderr);
	fprintf(stderr, "tea sim: the profile '%s' is of the run until then\n", profile);
}
