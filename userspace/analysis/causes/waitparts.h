/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waitparts.h - the waits of a run in a stretch of code
 *
 * For a recording with stage stacks. Lost slots of the issue stage are charged to the instruction
 * that others wait for (docs/stage-stacks.md). Components with the same remedy form a group.
 */
#ifndef WAITPARTS_H
#define WAITPARTS_H

#include "stagestack.h"

/* X(identifier, name, description). */
#define WAITGROUPS(X) \
	X(WORK, "work", "the width of a stage, or a port") \
	X(FRONT_END, "front-end", "instructions come late") \
	X(MISPREDICT, "mispredict", "mispredicted branches") \
	X(FORWARD, "forward", "data of an older store") \
	X(CHAIN, "chain", "operations that wait for each other") \
	X(MEMORY, "memory", "data that miss") \
	X(STORES, "stores", "stores are written too slowly") \
	X(SERIAL, "serial", "fences, atomics and flushes, which empty the pipeline") \
	X(OTHER, "other", "something else")

enum waitgroup {
#define WAITGROUP_X(id, name, text) WAITGROUP_##id,
	WAITGROUPS(WAITGROUP_X)
#undef WAITGROUP_X
	WAITGROUPS_COUNT
};

extern const char *const waitgroup_names[WAITGROUPS_COUNT], *const waitgroup_texts[WAITGROUPS_COUNT];

struct waitpart {
	uint32_t object;		/* of symbols */
	uint8_t stage, component;	/* enum tea_stack, enum tea_component */
	uint64_t address;		/* as a location's */
	uint64_t slots;
};

struct waitparts {
	struct waitpart *items;		/* by object and address */
	size_t count;
};

/* The largest wait of a stretch of code. */
struct waitlimit {
	uint64_t slots;			/* at issue; 0: nothing is known of it */
	uint64_t by_group[WAITGROUPS_COUNT];
	enum waitgroup group;		/* the largest */
	struct waitpart most;		/* of that group */
	struct stages stages;		/* of all the stretch, at all stages */
};

/* The components of a group, a set of stagestack.h. */
uint32_t waitgroup_components(enum waitgroup group);

/* Without slots of stages in the recording there are none. 0 or -ENOMEM. */
int waitparts_init(struct waitparts *parts, struct recording *recording);
void waitparts_deinit(struct waitparts *parts);
/* Of [begin, end) in @object. */
struct waitlimit waitparts_limit(const struct waitparts *parts, uint32_t object, uint64_t begin,
				 uint64_t end);

#endif /* WAITPARTS_H */
