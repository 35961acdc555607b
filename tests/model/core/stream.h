/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stream.h - stream files: operations, knobs and the expected results
 *
 * One text file per behaviour. '#' begins a comment, blank lines are ignored.
 * Numbers are hexadecimal for addresses and instructions, decimal for the rest.
 *
 *	set KNOB VALUE
 *	line insn|data ADDRESS llc|dram CYCLES	first access to the line misses
 *	page insn|data ADDRESS CYCLES		first translation of the page misses
 *	store ADDRESS CYCLES			first store to the line is accepted late
 *	predict PC TARGET|- f1|f2|f3		taken there or, with -, not: that fetch stage knows
 *	op PC CLASS|bits=HEX [len=N] [dst=REG] [src=REG,...] [bytes=N] [addr=A] [next=A]
 *	      [steps=N] [trap=exception|interrupt] [priv=u|s|m] [vtype=register]
 *	      [of a vector's: stream_vector.h]
 *	repeat N op ...				N times, the PC and addr (+inc=N) moving on
 *	slots					stage stacks are shown, too
 *	flops					the FLOPS stack is
 *	micro					micro-operations are, behind their record
 *	expect					all below is expected:
 *	PC CLASS fetch decode dispatch issue complete commit PSV FLAGS
 *	micro CLASS fetch decode dispatch issue complete commit PSV FLAGS
 *	span BEGIN END STATE PC PSV [PC PSV]...
 *	slots STACK COMPONENT=SLOTS ...		those that are not 0; of FLOPS, too
 *	operations BYTES=N ...			of floating point, by width, behind its slots
 *
 * A stage is its cycle, and behind a slash the reason for its wait, if any: an
 * op that enters the ROB in cycle 9 because it was full shows "9/rob". The next
 * PC of an op is that of the op below it. Spans come in time order, each as soon
 * as it is known: behind the record that ended it. Slots come last.
 */
#ifndef TEA_TEST_STREAM_H
#define TEA_TEST_STREAM_H

#include <stdio.h>

/*
 * Run the stream in @path. The results go to @actual in the format above, the expectations of the
 * file to @expected, without comments, blanks squeezed. Returns 0, or -1 with a message on stderr
 * if the file is no stream.
 */
int stream_run(const char *path, FILE *actual, FILE *expected);

#endif /* TEA_TEST_STREAM_H */
