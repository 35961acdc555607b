/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * statusline.h - the progress of a simulated program, on the terminal that it was started from
 *
 *	1234.5 million instructions, 0.482 s simulated, 31.2 MIPS
 *	1234.5 of 2000.0 million instructions, 0.482 s simulated, 31.2 MIPS, 25 s left
 *	1234.5 million instructions, 617 windows with 1.02% of them, 101.2 MIPS
 *	1234.5 of 5000.0 million instructions again, 210.3 MIPS, 18 s left to resume
 *
 * Redrawn in each second, by a thread of its own, if standard error is a terminal whose foreground
 * is ours. The program's output comes first: before it writes to a terminal the line is erased, and
 * it comes back only if the output ended a line. It is removed for good as soon as the program does
 * something that cannot be watched here: writes in another way than by write(), reads from a
 * terminal or changes its modes, closes standard error, forks, executes. It is not drawn at all if
 * standard output is a pipe: its reader may write to the terminal.
 */
#ifndef STATUSLINE_H
#define STATUSLINE_H

#include <stdbool.h>
#include <stdint.h>

struct statusline_state {
	uint64_t instructions;		/* so far */
	double least_s, most_s;		/* of simulated time, of all cores; the first is larger: none */
	bool sampled;			/* in windows: */
	uint64_t windows, detail;	/* and their instructions */
	uint64_t resumes_at;		/* of that many instructions; 0: there is no run before */
};

/*
 * @ask returns the progress, called by the thread that draws. @expected: the number of
 * instructions; 0: not known.
 */
void statusline_begin(void (*ask)(struct statusline_state *state), uint64_t expected);
/* The program is about to do this system call; by the thread that does it. */
void statusline_syscall(int64_t number, uint64_t a1, uint64_t a2, uint64_t a3);
/* Take it away for good. Not with a lock that @ask takes. */
void statusline_end(void);

#endif /* STATUSLINE_H */
