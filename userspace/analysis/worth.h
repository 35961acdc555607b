/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worth.h - what a recording has measured of its causes, alone and together
 *
 * Changes are the causes, named as tea whatif takes them: "fix ST-L1@main+0x1c".
 */
#ifndef WORTH_H
#define WORTH_H

#include "recording/recording.h"
#include "whatif.h"

#define WORTH_NONE	SIZE_MAX

struct worth_place {
	uint32_t object;
	uint64_t address;		/* as symbols_location has it */
	uint16_t events;
};

struct worth {
	struct whatif whatif;		/* count 0: nothing was measured */
	struct worth_place *places;	/* of each change */
	char **texts;
};

/* 0 or -ENOMEM. */
int worth_init(struct worth *worth, struct recording *recording);
void worth_deinit(struct worth *worth);

/* The change that takes @signature away there, or WORTH_NONE. */
size_t worth_find(const struct worth *worth, uint32_t object, uint64_t address,
		  uint16_t signature);
/* Cycles that the set gains, negative where it loses. False: it has not been measured. */
bool worth_gain(const struct worth *worth, const struct whatif_set *set, int64_t *cycles);
/* Of change @number alone. */
const struct whatif_set *worth_alone(const struct worth *worth, size_t number);
/*
 * The one that has most to do with @number when both are taken away: of pairs that interact by at
 * least @least cycles the strongest, or NULL.
 */
const struct whatif_set *worth_partner(const struct worth *worth, size_t number, uint64_t least);

/*
 * A cause, as tea whatif takes it, to be freed: FUNCTION+0xOFFSET, or 0xADDRESS, of another object than the
 * program behind its name. NULL: no memory.
 */
char *worth_text(const struct recording *recording, uint16_t events,
		 const struct symbols_location *location);

#endif /* WORTH_H */
