/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * causes.h - components of stage stacks that one operation is the cause of
 *
 * Its back-end component, which its dependents are charged with, and the reason that kept it
 * from dispatch (docs/stage-stacks.md, "Causes"). O(1).
 */
#ifndef TEA_CAUSES_H
#define TEA_CAUSES_H

#include <assert.h>

#include "core/kind.h"
#include "model.h"
#include "tea_abi.h"

/* Events that take precedence over the operation's class. */
#define TEA_CAUSES_EVENTS	(TEA_PSV_ST_LLC | TEA_PSV_ST_L1 | TEA_PSV_ST_TLB | TEA_PSV_ST_CO)

struct tea_causes {
	uint8_t of_class[UINT8_MAX + 1]; /* component without an event or exception */
	cycle_t forwarded;		/* from issue to the data of an older store that are there */
	cycle_t hit;			/* from issue to data of the L1D */
};

/*
 * Components whose wait begins only when the operation would be done without their cause: data of a
 * hit also come later than the result of a cycle.
 */
#define TEA_CAUSES_MISSES \
	(TEA_COMPONENT_BIT(LLC) | TEA_COMPONENT_BIT(MEMORY) | TEA_COMPONENT_BIT(DTLB))
#define TEA_CAUSES_LATE		(TEA_CAUSES_MISSES | TEA_COMPONENT_BIT(ALU))

void tea_causes_init(struct tea_causes *causes, const struct tea_params *params);

/* The component of an operation with one of TEA_CAUSES_EVENTS, or an exception. */
enum tea_component tea_causes_of_event(const struct tea_retired *record);

/* The component of a vector's micro-operation, or vset, with neither. */
enum tea_component tea_causes_of_vector(const struct tea_causes *causes,
					const struct tea_retired *record);

static inline bool tea_causes_is_late(enum tea_component component)
{
	return TEA_CAUSES_LATE >> component & 1;
}

/* The component that is waited for before one of TEA_CAUSES_LATE. */
static inline enum tea_component tea_causes_before(enum tea_component component)
{
	return component == TEA_COMPONENT_ALU ? TEA_COMPONENT_DEPEND : TEA_COMPONENT_L1D;
}

static inline bool tea_causes_is_iterative(uint8_t class)
{
	const uint64_t iterative = 0
#define TEA_X(id, name, extension, queue, single, ...) \
		| (uint64_t)tea_single_is_iterative(TEA_SINGLE_##single) << TEA_CLASS_##id
		TEA_CLASSES(TEA_X);
#undef TEA_X

	static_assert(TEA_CLASSES_COUNT <= 64, "a bit each");
	return class < TEA_CLASSES_COUNT && iterative >> class & 1;
}

/*
 * End of that: the first cycle of the cause's own. Operations that wait for a unit that is not
 * pipelined wait for nothing else.
 */
static inline cycle_t tea_causes_begin(const struct tea_causes *causes,
				       const struct tea_retired *record, enum tea_component component)
{
	if (component != TEA_COMPONENT_ALU)
		return record->at[TEA_STAGE_ISSUE] + causes->hit;
	return tea_causes_is_iterative(record->insn.class) ? 0 : record->at[TEA_STAGE_ISSUE] + 1;
}

/* The cause that kept it from dispatch, once it was there and ROB and issue queue had entries. */
enum tea_component tea_causes_held(const struct tea_retired *record);

/*
 * When it was at dispatch, or could have been. An operation that decode held because dispatch was
 * blocked counts as there with the last one before it: it waits for the same causes, and not for
 * the front-end.
 */
static inline cycle_t tea_causes_arrival(const struct tea_retired *record, uint32_t rename_latency)
{
	return record->at[TEA_STAGE_DECODE] + rename_latency -
	       (record->limiter[TEA_STAGE_DECODE] == TEA_LIMIT_DISPATCH);
}

static inline bool tea_causes_waited_for_store(const struct tea_causes *causes,
					       const struct tea_retired *record)
{
	const uint8_t why = record->limiter[TEA_STAGE_COMPLETE];

	return record->insn.class == TEA_CLASS_LOAD &&
	       (why == TEA_LIMIT_ORDER ||
		(why == TEA_LIMIT_FORWARD && record->at[TEA_STAGE_COMPLETE] >
					     record->at[TEA_STAGE_ISSUE] + causes->forwarded));
}

/* The cause for dependents of a scalar operation that has none of TEA_CAUSES_EVENTS. */
static inline enum tea_component tea_causes_without_event(const struct tea_causes *causes,
							  const struct tea_retired *record)
{
	return tea_causes_waited_for_store(causes, record) ? TEA_COMPONENT_ORDER :
		(enum tea_component)causes->of_class[record->insn.class];
}

/* The cause for dependents of the operation: FLUSH if it does not commit. */
static inline enum tea_component tea_causes_backend(const struct tea_causes *causes,
						    const struct tea_retired *record)
{
	if (record->psv & TEA_CAUSES_EVENTS || record->flags & TEA_RETIRED_EXCEPTION)
		return tea_causes_of_event(record);
	if (record->flags & TEA_RETIRED_VECTOR)
		return tea_causes_of_vector(causes, record);
	return tea_causes_without_event(causes, record);
}

#endif /* TEA_CAUSES_H */
