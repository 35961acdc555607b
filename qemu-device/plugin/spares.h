/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spares.h - suppressed events and costs, of instructions at some places in some lanes
 *
 *	fix=EVENT[+EVENT...]@RANGES@PATH	these events never happen to them
 *	free=RANGES@PATH			they take no time
 *
 * RANGES are BEGIN-END[+BEGIN-END...], hexadecimal offsets in the file PATH, END left out. The
 * program's results stay: only time changes, and only in lanes that have such a rule.
 *
 * Places are stretches of code with the same rules, numbered from 1 on when all rules are known: an
 * operation carries its place, by which each lane looks up its rules.
 */
#ifndef TEA_SPARES_H
#define TEA_SPARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spare {
	uint16_t events;		/* TEA_PSV_* that never happen */
	bool time;			/* it takes none */
};

struct spares_range {
	uint64_t begin, end;
};

struct spares_rule {
	struct spare spare;
	unsigned int lane;
	const char *path;
	struct spares_range *ranges;
	size_t count;
};

struct spares_place {
	const char *path;
	struct spares_range range;
};

/* Zeroed memory has none. */
struct spares {
	struct spares_rule *rules;
	size_t rules_count;
	struct spares_place *places;
	uint16_t count;			/* of places, the first of which has number 1 */
};

/* Parses "RANGES@PATH" into @rule, whose path points into @text. Returns 0 or -1. */
int spares_parse(struct spares_rule *rule, const char *text);

/* A rule of @lane: the text behind "fix=", or "free=" if @time. 0, or -1 after saying why on stderr. */
int spares_add(struct spares *spares, unsigned int lane, const char *text, bool time);
/* All rules are there: find the places. 0, or -1 after saying why on stderr. */
int spares_seal(struct spares *spares);

/* The place of the code at @offset of the file @path; 0: none. */
uint16_t spares_find(const struct spares *spares, const char *path, uint64_t offset);
/*
 * The suppressed events and costs of @lane at each place, by number. @table: NULL if there are
 * none. Returns 0 or -ENOMEM.
 */
int spares_of(const struct spares *spares, unsigned int lane, const struct spare **table);

#endif /* TEA_SPARES_H */
