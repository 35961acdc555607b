/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pagedata.h - a recording as the JSON that the web page reads
 *
 * Compact rather than readable: repeated values are numbers, and a function's instructions are
 * columns. The scripts of page/ and pagedata.c belong together; there is no other reader.
 *
 *	version, path, event, host, release, arch, command, selection, period, frequency,
 *	samples, unknown, lost, throttled, partsPerCycle, partsPerSample
 *	groups, windows	of windows that estimate all; else 0. Margins are so many errors
 *	STACK		category, parts, weight of these [samples in parts, squares: pics.h; or a
 *			deviation for each group], ...
 *	kind, kinds	the name of a category, and its plural; unit of parts
 *	settings, notes, objects
 *	states		[name, text, parts], of stacks that have them
 *	events		[name, text], items of categories that are sets
 *	categories	or pieces: [name, parts, title, meaning, remedy, colour, weight], most first;
 *			elsewhere by their position here; no title, meaning or remedy: null
 *	stages		null, or width and cycles of the run, names, components [name, colour]
 *	functions	n name or null, o object, a address of the first instruction,
 *			t [STACK], empty where it only calls; columns by instruction: x bytes from
 *			the one before, d disassembly, l line (0: none); and rarely changing
 *			ones, [instruction, value, ...] from there on: f source, i inlined
 *			functions; j jumps [instruction, its target, ...]; k [instruction,
 *			STACK]; g slots of each component by stage; e see pagemix.h
 *	flame		see pageflame.h
 *	times		see pagetimes.h
 *	data		see pagevariables.h
 *	mix		see pagemix.h; of executions alone categories and functions are empty
 *	texts		of d, i, flame, data and mix
 *	sources		[path, [[first line, [indent, text, ...]], ...]]
 */
#ifndef PAGEDATA_H
#define PAGEDATA_H

#include "export/export.h"
#include "output/jsonwriter.h"

/* 0, or a negative errno with @fault filled. */
int pagedata_put(const struct export *export, struct fault *fault);

#endif /* PAGEDATA_H */
