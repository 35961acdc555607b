/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sharing.h - cache lines that go from hart to hart: who accesses which bytes of them, and what that is
 *
 * A line is one at which an access waited for another hart's copy (ST-CO). All sampled accesses to it
 * count, for who writes need not wait. Threads are its sides; of the kernel's idle ones, which have one
 * name, harts are. A waiting access conflicts with another side's writes, and if it writes itself, with
 * all that the other side accesses. The bytes of an instruction are those from the first to the last that
 * it was seen to access in the line, on its side: what copies a message waits at its beginning only. Where
 * at least a tenth of the samples that conflict have bytes in common with the wait, and three samples, it
 * is for the same data. Where less is, of SHARING_OTHERS samples or more, it is for other data: were a tenth
 * the same, so many samples would miss it once in twenty times. Else the other side is not known.
 *
 *	unknown		fewer than SHARING_WAITS samples waited, or of most waiting the other side is
 *			not known
 *	false		three quarters or more of the known waiting is for other data
 *	true		the same of the same data
 *	lock		as true, and a tenth or more of the waiting is at a lock's word
 *	convoy		as lock, and most of what the line's threads wait for other harts is there
 *	mixed		all others: some for the same, some for other data
 *
 * A lock's word is what lr and sc access, amoswap and amocas if their result is used, what a loop reads
 * that only waits and whose thread writes it, too, and an atomic whose result is used in a function with
 * such a loop.
 *
 * Memory that two processes share has an address in each: it is two lines here. Vector accesses reach to
 * the end of the line, those of code that cannot be read as far as their address is aligned, 8 bytes at
 * most, and one that crosses lines counts for the first.
 */
#ifndef SHARING_H
#define SHARING_H

#include "recording/recording.h"

#define SHARING_LINE	64		/* bytes */
#define SHARING_WAITS	10		/* samples that a verdict takes, */
#define SHARING_OTHERS	30		/* and of the other side, to say that it has other data */
#define SHARING_NONE	"(no wait for another hart)"

/* X(identifier, name). */
#define SHARING_VERDICTS(X) \
	X(UNKNOWN, "unknown") \
	X(FALSE, "false sharing") \
	X(TRUE, "true sharing") \
	X(LOCK, "lock") \
	X(CONVOY, "lock convoy") \
	X(MIXED, "mixed")

enum sharing_verdict {
#define SHARING_X(id, name) SHARING_##id,
	SHARING_VERDICTS(SHARING_X)
#undef SHARING_X
	SHARING_VERDICTS_COUNT
};

/* X(identifier, name). */
#define SHARING_ACCESSES(X) \
	X(LOAD, "load") \
	X(STORE, "store") \
	X(ATOMIC, "atomic")

enum sharing_kind {
#define SHARING_X(id, name) SHARING_##id,
	SHARING_ACCESSES(SHARING_X)
#undef SHARING_X
};

extern const char *const sharing_verdict_names[], *const sharing_kind_names[];

/* What the code of an instruction says; of code that cannot be read nothing. */
struct sharing_code {
	unsigned int bytes;		/* 0: not known */
	bool vector;
	bool takes;			/* a lock: of lr, sc, amoswap, amocas */
	bool spins;			/* a load in a loop that only waits for another thread */
	bool counts;			/* an atomic operation whose result is not used */
};

/* One instruction, on one side, at one offset in the line. */
struct sharing_access {
	const struct recording_thread *thread;
	uint32_t cpu;			/* or RECORDING_NO_CPU */
	uint32_t object, line;		/* line: of lines */
	struct symbols_location location;
	struct elfobject_line source;	/* file NULL: not known */
	enum sharing_kind kind;
	const char *data;		/* with its field, where that is known */
	unsigned int offset, bytes;	/* in the line, within it */
	unsigned int first, behind;	/* the same of all that the instruction accesses there, on that side */
	struct sharing_code code;
	bool word;			/* it is at a lock's word */
	uint64_t parts, waited;		/* all of its cycles, and those with ST-CO */
	uint64_t samples, waited_samples;	/* units of PICS_SAMPLE */
	const struct sharing_access *other;	/* it waits for: that with most samples; NULL: not known */
	bool same;			/* and whether that is the same data */
};

struct sharing_line {
	uint64_t parts, waited;		/* of all accesses */
	uint64_t samples, waited_samples;
	enum sharing_verdict verdict;
	struct sharing_access *accesses;	/* longest wait first, then most cycles */
	size_t count;
};

struct sharing {
	struct sharing_line *lines;	/* in the order in which they were met */
	size_t count;
	struct sharing_access *accesses;
	size_t accesses_count;
	struct keyindex line_index;
};

/* Of @measure, of signatures; without data addresses there are no lines. 0 or a negative errno. */
int sharing_init(struct sharing *sharing, struct recording *recording,
		 const struct recording_measure *measure);
void sharing_deinit(struct sharing *sharing);
/* The line that a place accesses; NULL: none at which any access waited for another hart. */
const struct sharing_line *sharing_at(const struct sharing *sharing, const struct recording *recording,
				      const struct recording_place *place);

/* Are both of the same thread? Of the kernel's idle ones: on the same hart. */
bool sharing_is_side(const struct sharing_access *a, const struct sharing_access *b);

/* What @access waits for: SHARING_FALSE, _TRUE, _LOCK, _CONVOY or _UNKNOWN. */
enum sharing_verdict sharing_reason(const struct sharing *sharing, const struct sharing_access *access);

/* Once all accesses are known: what each waits for, and what each line is. */
void sharing_judge(struct sharing *sharing);

#endif /* SHARING_H */
