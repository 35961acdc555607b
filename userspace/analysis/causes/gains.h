/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gains.h - gains of causes that a recording has measured, alone and together
 *
 * Changes are the causes, named as tea whatif takes them: "fix ST-L1@main+0x1c".
 */
#ifndef GAINS_H
#define GAINS_H

#include "recording/recording.h"
#include "whatif.h"

#define GAINS_NONE	SIZE_MAX

struct gains_place {
	uint32_t object;
	uint64_t address;		/* as symbols_location has it */
	uint16_t events;
};

struct gains {
	struct whatif whatif;		/* count 0: nothing was measured */
	struct gains_place *places;	/* of each change */
	char **texts;
};

/* 0 or -ENOMEM. */
int gains_init(struct gains *gains, struct recording *recording);
void gains_deinit(struct gains *gains);

/* The change that takes @signature away there, or GAINS_NONE. */
size_t gains_find(const struct gains *gains, uint32_t object, uint64_t address,
		  uint16_t signature);
/* Cycles that the set gains, negative where it loses. False: it has not been measured. */
bool gains_cycles(const struct gains *gains, const struct whatif_set *set, int64_t *cycles);
/* The set of change @number alone. */
const struct whatif_set *gains_alone(const struct gains *gains, size_t number);
/*
 * The one that has most to do with @number when both are taken away: of pairs that interact by at
 * least @least cycles the strongest, or NULL.
 */
const struct whatif_set *gains_partner(const struct gains *gains, size_t number, uint64_t least);

/*
 * A cause, as tea whatif takes it, to be freed: FUNCTION+0xOFFSET, or 0xADDRESS, of another object than the
 * program behind its name. NULL: no memory.
 */
char *gains_text(const struct recording *recording, uint16_t events,
		 const struct symbols_location *location);

#endif /* GAINS_H */
