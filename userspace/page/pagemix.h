/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pagemix.h - executions of instructions for the web page: its pivot, and beside its code
 *
 * The page folds them by keys that its reader chooses, as mixrows.c does, and weighs them as
 * mixchance.c does. Its data is the member "mix", null without executions:
 *
 *	source		ESTIMATE's name for the source; with hbbp the page has its parts, too
 *	limit		instructions of a block: for longer ones hbbp takes the samples
 *	samples		of instructions, of taken branches
 *	each		the number that one of these stands for: instructions, branches
 *	notes		of the reading
 *	threads		their texts
 *	kinds		[mnemonic, extension, class, packing, memory, operand-size, operands, masked,
 *			sew, lmul, ...]
 *	functions	[privilege, object, function, ...]
 *	b		blocks, in the order of items: [thread, function, its text, items, length in
 *			instructions (0: its code is not known), executions by samples, by records,
 *			1: biased, instructions that can be sampled, ...]
 *	k		by item: its kind; -1: not asked for
 *	l		[item, line from there on, ...]
 *	x		by item its executions, if they were counted; else empty
 *	s		streams: [first item, items, taken branches, ...]
 *
 * Texts are numbers in the page's. A function's member "e" has executions of its instructions, as
 * [instruction, executions from there on, ...].
 */
#ifndef PAGEMIX_H
#define PAGEMIX_H

#include "export/export.h"
#include "export/listing.h"
#include "export/texttable.h"
#include "mix/mixjoin.h"
#include "output/jsonwriter.h"

/* Zeroed memory is of no executions. */
struct pagemix {
	const struct export *export;
	struct texttable *texts;
	struct mixjoin join;
};

/* 0 or -ENOMEM. */
int pagemix_init(struct pagemix *mix, const struct export *export, struct texttable *texts);
void pagemix_deinit(struct pagemix *mix);

/* The member "mix". 0 or a negative errno. */
int pagemix_put(struct pagemix *mix, struct jsonwriter *json);
/* The member "e" of @function, read last of @listing; nothing without executions. */
void pagemix_put_function(const struct pagemix *mix, const struct listing *listing, uint32_t object,
			  struct jsonwriter *json);

#endif /* PAGEMIX_H */
