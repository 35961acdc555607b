// SPDX-License-Identifier: GPL-2.0-or-later
/* causes.c - components of stage stacks that one operation is the cause of: see causes.h */
#include "causes.h"

#include <string.h>

void tea_causes_init(struct tea_causes *causes, const struct tea_params *params)
{
	const uint8_t arithmetic = params->arithmetic_perfect ? TEA_COMPONENT_DEPEND : TEA_COMPONENT_ALU;

	causes->forwarded = params->forward_latency - 1;
	causes->hit = params->l1d_latency;
	memset(causes->of_class, TEA_COMPONENT_DEPEND, sizeof(causes->of_class));
#define OF_UNIT(latency)	(params->latency##_latency > 1 ? arithmetic : TEA_COMPONENT_DEPEND)
#define OF_STEPS(latency)	arithmetic
#define OF_SERIAL(latency)	TEA_COMPONENT_SERIAL
#define OF_L1D(latency)		TEA_COMPONENT_L1D
#define OF_DEPEND(latency)	TEA_COMPONENT_DEPEND
#define TEA_X(id, name, extension, queue, single, flags, result, latency, cause, component, ...) \
	causes->of_class[TEA_CLASS_##id] = OF_##component(latency);
	TEA_CLASSES(TEA_X)
#undef TEA_X
}

enum tea_component tea_causes_of_event(const struct tea_retired *record)
{
	if (record->flags & TEA_RETIRED_EXCEPTION)
		return TEA_COMPONENT_FLUSH;
	if (record->psv & TEA_PSV_ST_LLC)
		return TEA_COMPONENT_MEMORY;
	if (record->psv & (TEA_PSV_ST_L1 | TEA_PSV_ST_CO))
		return TEA_COMPONENT_LLC;
	return TEA_COMPONENT_DTLB;
}

enum tea_component tea_causes_of_vector(const struct tea_causes *causes,
					const struct tea_retired *record)
{
	const uint8_t why = record->limiter[TEA_STAGE_COMPLETE];
	const cycle_t last = record->data_issue, completed = record->at[TEA_STAGE_COMPLETE];

	if (record->insn.class != TEA_CLASS_V_LOAD)
		return (enum tea_component)causes->of_class[record->insn.class];
	if (why == TEA_LIMIT_ORDER ||
	    (why == TEA_LIMIT_FORWARD && completed > last + causes->forwarded))
		return TEA_COMPONENT_ORDER;
	return last - record->at[TEA_STAGE_ISSUE] > completed - last ? TEA_COMPONENT_PORTS :
	       TEA_COMPONENT_L1D;
}

enum tea_component tea_causes_held(const struct tea_retired *record)
{
	switch (record->limiter[TEA_STAGE_DISPATCH]) {
	case TEA_LIMIT_STQ:
		return TEA_COMPONENT_STQ;
	case TEA_LIMIT_REGISTERS:
		return TEA_COMPONENT_REGISTERS;
	case TEA_LIMIT_LDQ:
		return TEA_COMPONENT_LDQ;
	case TEA_LIMIT_SERIAL:
	case TEA_LIMIT_ORDER:
		return TEA_COMPONENT_SERIAL;
	default:
		return TEA_COMPONENT_FRONTEND;
	}
}
