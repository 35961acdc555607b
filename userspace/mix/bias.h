/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bias.h - branches that samples of taken branches meet too often
 *
 * As each taken branch is as likely to be sampled as any other, a branch is the newest record of as
 * large a share of the stacks as it is of all records. If one is the newest far more often, units
 * lose the records before it, and the executions by records of blocks that end in it cannot be
 * trusted (Nowak et al., section III.C, which gives no limit). Here it is flagged if it is the
 * newest over BIAS_TIMES times as often, and chance alone would show as much of any branch of the
 * recording in one of a million recordings: Chernoff's bound of as many independent samples.
 */
#ifndef BIAS_H
#define BIAS_H

#include "recording/recording.h"

#define BIAS_TIMES	3.0
#define BIAS_CHANCE	1e-6

struct bias_branch {
	uint32_t object;		/* of symbols */
	uint64_t address;		/* as a place's */
	uint64_t records, newest;	/* as an edge's, of all its edges and threads */
	double share_of_records, share_of_newest;
};

/* Zeroed memory has none. */
struct bias {
	struct bias_branch *items;	/* that are flagged: met most often first */
	size_t count;
	struct keyindex index;		/* of items, by object and address */
};

/* 0 or -ENOMEM. */
int bias_find(struct bias *bias, const struct recording_streams *streams);
bool bias_flags(const struct bias *bias, uint32_t object, uint64_t address);
/* A note of each, or of the first few and the number of all. */
void bias_note(const struct bias *bias, struct recording *recording, struct notes *notes);
void bias_deinit(struct bias *bias);

#endif /* BIAS_H */
