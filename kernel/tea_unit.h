/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_unit.h - a hart's unit: TEA's, by either of its doors, or that of tagged instructions
 *
 * A door is a way for software to samples: the unit's own registers (tea_registers.c), or a
 * counter of cycles with Sspesa, the standard's (tea_sspesa.c). Slots are counted by the first
 * alone. Sspdis is another unit, of the standard's, with the same interface (tea_sspdis.c).
 *
 * Call these on the unit's own hart with interrupts off. Either door is reached by siselect and
 * sireg, which have other users, and an interrupt may come between them and their access: each
 * entry point of the driver calls tea_unit_enter() first, and restores siselect with
 * tea_unit_leave().
 */
#ifndef TEA_UNIT_H
#define TEA_UNIT_H

#include <linux/bitops.h>
#include <linux/perf_event.h>
#include <linux/types.h>

#include <asm/asm-extable.h>
#include <asm/csr.h>

#include "tea_config.h"

static inline u64 tea_unit_enter(void)
{
	return csr_read(TEA_CSR_SISELECT);
}

static inline void tea_unit_leave(u64 selected)
{
	csr_write(TEA_CSR_SISELECT, selected);
}

static __always_inline void tea_select(const struct tea_unit *unit, unsigned int group)
{
	csr_write(TEA_CSR_SISELECT, unit->base + group);
}

/* A register of the selected group. A CSR's number is part of the instruction. */
static __always_inline u64 tea_get(const unsigned int reg)
{
	u64 value;

	asm volatile("csrr %0, %1" : "=r" (value) : "i" (TEA_CSR_SIREG(TEA_REG_PLACE(reg))) :
		     "memory");
	return value;
}

static __always_inline void tea_set(const unsigned int reg, u64 value)
{
	asm volatile("csrw %0, %1" : : "i" (TEA_CSR_SIREG(TEA_REG_PLACE(reg))), "r" (value) :
		     "memory");
}

static __always_inline unsigned int tea_group(const unsigned int reg, unsigned int countdown)
{
	return TEA_REG_GROUP(TEA_REG_OF(reg, countdown));
}

/**
 * struct tea_unit_ops - a door
 * @find: reads the unit's capabilities; false if this hart has no such door, or may not use it
 * @reset: all that the unit does; it stands still, without a sample
 * @capabilities: beside samples at commit; the unit has been reset
 * @program: what an event requests beside CTL, before @control; NULL: nothing
 * @control: CTL of a countdown: it runs or stands still, for these levels
 * @valid: bit i: countdown i has a sample
 * @count: the counters of slots, if there are any, count
 * @hold: countdowns with HOLD stand still until the next sret, or no longer
 * @release: the countdown's sample has been read, or is not wanted
 * @progress: of a countdown
 * @set_countdown: its PERIOD and LEFT, while it stands still
 * @read: its sample; with memory also the instructions' memory accesses, if the unit has them
 */
struct tea_unit_ops {
	bool (*find)(struct tea_unit *unit);
	void (*reset)(const struct tea_unit *unit);
	struct tea_capabilities (*capabilities)(const struct tea_unit *unit);
	void (*program)(const struct tea_unit *unit, const struct perf_event_attr *attr);
	void (*control)(const struct tea_unit *unit, unsigned int countdown, u64 ctl);
	unsigned int (*valid)(const struct tea_unit *unit);
	void (*count)(const struct tea_unit *unit, bool counts);
	void (*hold)(const struct tea_unit *unit, bool held);
	void (*release)(const struct tea_unit *unit, unsigned int countdown);
	struct tea_countdown_progress (*progress)(const struct tea_unit *unit,
						  unsigned int countdown);
	void (*set_countdown)(const struct tea_unit *unit, unsigned int countdown, u64 period,
			      u64 left);
	void (*read)(const struct tea_unit *unit, unsigned int countdown, bool memory,
		     struct tea_unit_sample *sample);
};

extern const struct tea_unit_ops tea_registers_ops;
extern const struct tea_unit_ops tea_sspesa_ops;
extern const struct tea_unit_ops tea_sspdis_ops;

static inline bool tea_unit_find(struct tea_unit *unit)
{
	return unit->ops->find(unit);
}

static inline void tea_unit_reset(const struct tea_unit *unit)
{
	unit->ops->reset(unit);
}

static inline struct tea_capabilities tea_unit_capabilities(const struct tea_unit *unit)
{
	return unit->ops->capabilities(unit);
}

static inline void tea_unit_program(const struct tea_unit *unit, const struct perf_event_attr *attr)
{
	if (unit->ops->program)
		unit->ops->program(unit, attr);
}

static inline void tea_unit_control(const struct tea_unit *unit, unsigned int countdown, u64 ctl)
{
	unit->ops->control(unit, countdown, ctl);
}

static inline unsigned int tea_unit_valid(const struct tea_unit *unit)
{
	return unit->ops->valid(unit);
}

static inline void tea_unit_count(const struct tea_unit *unit, bool counts)
{
	unit->ops->count(unit, counts);
}

static inline void tea_unit_hold(const struct tea_unit *unit, bool held)
{
	unit->ops->hold(unit, held);
}

static inline void tea_unit_release(const struct tea_unit *unit, unsigned int countdown)
{
	unit->ops->release(unit, countdown);
}

static inline struct tea_countdown_progress tea_unit_progress(const struct tea_unit *unit,
							      unsigned int countdown)
{
	return unit->ops->progress(unit, countdown);
}

static inline void tea_unit_set_countdown(const struct tea_unit *unit, unsigned int countdown,
					  u64 period, u64 left)
{
	unit->ops->set_countdown(unit, countdown, period, left);
}

static inline void tea_unit_read(const struct tea_unit *unit, unsigned int countdown, bool memory,
				 struct tea_unit_sample *sample)
{
	unit->ops->read(unit, countdown, memory, sample);
}

/* The unit's own registers */

static __always_inline u64 tea_unit_get(const struct tea_unit *unit, const unsigned int reg,
					unsigned int countdown)
{
	tea_select(unit, tea_group(reg, countdown));
	return tea_get(reg);
}

static __always_inline void tea_unit_set(const struct tea_unit *unit, const unsigned int reg,
					 unsigned int countdown, u64 value)
{
	tea_select(unit, tea_group(reg, countdown));
	tea_set(reg, value);
}

/* Counters, of those that there are; they stand still. */

static inline u64 tea_get_place(unsigned int place)
{
	switch (place) {
	case 1:
		return tea_get(TEA_REG(0, 1));
	case 2:
		return tea_get(TEA_REG(0, 2));
	case 3:
		return tea_get(TEA_REG(0, 3));
	case 4:
		return tea_get(TEA_REG(0, 4));
	case 5:
		return tea_get(TEA_REG(0, 5));
	default:
		return tea_get(TEA_REG(0, 6));
	}
}

/* Reads these components of a stack to @values. */
static inline void tea_unit_read_counters(const struct tea_unit *unit, unsigned int stack,
					  unsigned int level, u64 components, u64 *values)
{
	unsigned int i, reg, group = 0;

	for (; components; components &= components - 1) {
		i = __ffs64(components);
		reg = TEA_REG_COUNTER(stack, level, i);
		if (TEA_REG_GROUP(reg) != group)
			tea_select(unit, TEA_REG_GROUP(reg));
		group = TEA_REG_GROUP(reg);
		values[i] = tea_get_place(TEA_REG_PLACE(reg));
	}
}

#endif /* TEA_UNIT_H */
