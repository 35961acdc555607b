// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sharing_verdict.c - what a line is that goes from hart to hart; the rules are in sharing.h
 */
#include "sharing.h"

#define SAME_LEAST	0.1		/* of the samples that conflict: bytes in common, */
#define SAME_SAMPLES	3		/* and so many samples */
#define CLEAR		0.75		/* of the waiting that is known */
#define LOCK_LEAST	0.1		/* of a line's waiting: at a lock's word */
#define MOST		0.5
#define IDLE		0		/* the thread of the kernel's on each hart */

bool sharing_is_side(const struct sharing_access *a, const struct sharing_access *b)
{
	return a->thread == b->thread && (a->thread->tid != IDLE || a->cpu == b->cpu);
}

static bool overlap(const struct sharing_access *a, const struct sharing_access *b)
{
	return a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
}

/* Do their instructions have bytes in common, on their sides? */
static bool overlap_spans(const struct sharing_access *a, const struct sharing_access *b)
{
	return a->first < b->behind && b->first < a->behind;
}

static bool is_instruction(const struct sharing_access *a, const struct sharing_access *b)
{
	return a->object == b->object && a->location.address == b->location.address;
}

/* The bytes of @access, and those of its instruction elsewhere in the line. */
static void find_span(const struct sharing_line *line, struct sharing_access *access)
{
	access->first = access->offset;
	access->behind = access->offset + access->bytes;
	for (size_t i = 0; i < line->count; i++) {
		const struct sharing_access *other = &line->accesses[i];

		if (!is_instruction(access, other) || !sharing_is_side(access, other))
			continue;
		access->first = other->offset < access->first ? other->offset : access->first;
		if (other->offset + other->bytes > access->behind)
			access->behind = other->offset + other->bytes;
	}
}

static bool writes(const struct sharing_access *access)
{
	return access->kind != SHARING_LOAD;
}

/* Is @access a better example than @most of what is waited for: by bytes, then by samples? */
static bool is_better(const struct sharing_access *waiting, const struct sharing_access *most,
		      const struct sharing_access *access)
{
	if (!most || overlap(waiting, most) != overlap(waiting, access))
		return !most || overlap(waiting, access);
	return access->samples > most->samples;
}

/* What a waiting access waits for. */
static void judge_access(const struct sharing_line *line, struct sharing_access *access)
{
	const struct sharing_access *most[2] = { NULL };
	uint64_t samples[2] = { 0 };

	for (size_t i = 0; i < line->count; i++) {
		const struct sharing_access *other = &line->accesses[i];
		const bool same = overlap_spans(access, other);

		if (sharing_is_side(access, other) || !(writes(other) || writes(access)))
			continue;
		samples[same] += other->samples;
		if (is_better(access, most[same], other))
			most[same] = other;
	}
	if (samples[true] >= SAME_SAMPLES * PICS_SAMPLE &&
	    (double)samples[true] >= SAME_LEAST * (double)(samples[true] + samples[false])) {
		access->same = true;
		access->other = most[true];
	} else if (samples[true] + samples[false] >= SHARING_OTHERS * PICS_SAMPLE) {
		access->other = most[false];
	}
}

/* Does the side of @access write any of its bytes? */
static bool side_writes(const struct sharing_line *line, const struct sharing_access *access)
{
	for (size_t i = 0; i < line->count; i++)
		if (writes(&line->accesses[i]) && sharing_is_side(access, &line->accesses[i]) &&
		    overlap(access, &line->accesses[i]))
			return true;
	return false;
}

static bool is_function(const struct sharing_access *a, const struct sharing_access *b)
{
	return a->object == b->object && a->location.function && b->location.function &&
	       a->location.function_start == b->location.function_start;
}

/* Is there a loop that waits for a lock in the function of @access? */
static bool is_beside_spin(const struct sharing *sharing, const struct sharing_access *access)
{
	for (size_t i = 0; i < sharing->accesses_count; i++) {
		const struct sharing_access *other = &sharing->accesses[i];

		if (other->code.spins && is_function(access, other) &&
		    side_writes(&sharing->lines[other->line], other))
			return true;
	}
	return false;
}

static bool is_word(const struct sharing *sharing, const struct sharing_line *line,
		    const struct sharing_access *access)
{
	const struct sharing_code *code = &access->code;

	return code->takes || (code->spins && side_writes(line, access)) ||
	       (access->kind == SHARING_ATOMIC && !code->counts && is_beside_spin(sharing, access));
}

/* Accesses to a lock's word, whichever of them shows that it is one. */
static void find_words(struct sharing *sharing, struct sharing_line *line)
{
	for (size_t i = 0; i < line->count; i++) {
		if (!is_word(sharing, line, &line->accesses[i]))
			continue;
		for (size_t j = 0; j < line->count; j++)
			line->accesses[j].word |= overlap(&line->accesses[i], &line->accesses[j]);
	}
}

static bool has_side(const struct sharing_line *line, const struct sharing_access *access)
{
	for (size_t i = 0; i < line->count; i++)
		if (sharing_is_side(access, &line->accesses[i]))
			return true;
	return false;
}

/* What all threads of the line wait for other harts, anywhere. */
static uint64_t waited_by(const struct sharing *sharing, const struct sharing_line *line)
{
	uint64_t waited = 0;

	for (size_t i = 0; i < sharing->accesses_count; i++)
		if (sharing->accesses[i].waited && has_side(line, &sharing->accesses[i]))
			waited += sharing->accesses[i].waited;
	return waited;
}

static enum sharing_verdict judge_line(const struct sharing *sharing, const struct sharing_line *line)
{
	uint64_t same = 0, other = 0, word = 0;

	for (size_t i = 0; i < line->count; i++) {
		const struct sharing_access *access = &line->accesses[i];

		same += access->other && access->same ? access->waited : 0;
		other += access->other && !access->same ? access->waited : 0;
		word += access->word ? access->waited : 0;
	}
	if (line->waited_samples < SHARING_WAITS * PICS_SAMPLE ||
	    (double)(same + other) < MOST * (double)line->waited)
		return SHARING_UNKNOWN;
	if ((double)other >= CLEAR * (double)(same + other))
		return SHARING_FALSE;
	if ((double)same < CLEAR * (double)(same + other))
		return SHARING_MIXED;
	if ((double)word < LOCK_LEAST * (double)line->waited)
		return SHARING_TRUE;
	return (double)word > MOST * (double)waited_by(sharing, line) ? SHARING_CONVOY : SHARING_LOCK;
}

void sharing_judge(struct sharing *sharing)
{
	for (size_t l = 0; l < sharing->count; l++) {
		struct sharing_line *line = &sharing->lines[l];

		find_words(sharing, line);
		for (size_t i = 0; i < line->count; i++)
			find_span(line, &line->accesses[i]);
		for (size_t i = 0; i < line->count; i++)
			if (line->accesses[i].waited)
				judge_access(line, &line->accesses[i]);
	}
	for (size_t l = 0; l < sharing->count; l++)
		sharing->lines[l].verdict = judge_line(sharing, &sharing->lines[l]);
}

enum sharing_verdict sharing_reason(const struct sharing *sharing, const struct sharing_access *access)
{
	const enum sharing_verdict verdict = sharing->lines[access->line].verdict;

	if (!access->other || verdict == SHARING_UNKNOWN)
		return SHARING_UNKNOWN;
	if (!access->same)
		return SHARING_FALSE;
	return verdict == SHARING_LOCK || verdict == SHARING_CONVOY ? verdict : SHARING_TRUE;
}
