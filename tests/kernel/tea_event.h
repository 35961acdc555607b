/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tea_event.h - the event tea// as a program in the guest opens it
 *
 * For the tests that need more than perf shows: errors by their number, and the
 * ring buffer as the driver filled it, record by record.
 */
#ifndef TEA_EVENT_H
#define TEA_EVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tea_abi.h"

/* Fields of perf_event_attr.config: their lowest bits. */
enum tea_field {
#define TEA_X(field, low, high) TEA_FIELD_##field = (low),
	TEA_FIELDS(TEA_X)
#undef TEA_X
};

/* perf's record type of a word, as in the kernel's headers since 5.16. */
#define TEA_RECORD_WORD 21

/* An attribute of the event, disabled, of user and kernel. */
struct perf_event_attr tea_attr(uint64_t period, uint64_t sample_type);

/* The same of an event that counts slots: of a stack, TEA_STACK_*, some of its components. */
struct perf_event_attr tea_slots_attr(unsigned int stack, uint64_t components);

/* The same of an event that samples by another countdown: TEA_EVENT_INSTRUCTIONS, or _TAKEN. */
struct perf_event_attr tea_countdown_attr(unsigned int event, uint64_t period,
					  uint64_t sample_type);

/* A field of the unit's capabilities, by its name in sysfs. */
unsigned int tea_caps_read(const char *name);

/*
 * perf_event_open() on the calling thread, any CPU, if it samples and is inherited the first; a
 * negative errno on failure.
 */
int tea_event_open(struct perf_event_attr *attr, int group_fd);

/* One record of the ring buffer; fields that its kind lacks are 0. */
struct tea_record {
	uint32_t type;
	uint16_t misc;
	uint64_t word;
	uint64_t ip;
	uint32_t tid;
	uint64_t addr;
	uint64_t period;
	uint64_t chain_length;
	const uint64_t *chain;
	uint32_t raw_bytes;
	const struct tea_raw *raw;
	uint64_t branches_count;
	const struct perf_branch_entry *branches;
	union perf_sample_weight weight;
	union perf_mem_data_src data_src;
	uint64_t lost;
};

/* A ring buffer, read once the event is disabled. */
struct tea_ring {
	int fd;
	uint64_t sample_type;
	size_t bytes;
	struct perf_event_mmap_page *page;
	uint64_t at;
};

/* Opens the event with a ring buffer of 2^order pages. Returns 0, or a negative errno. */
int tea_ring_open(struct tea_ring *ring, struct perf_event_attr *attr, unsigned int order);
void tea_ring_close(struct tea_ring *ring);

void tea_ring_enable(struct tea_ring *ring);
void tea_ring_disable(struct tea_ring *ring);
uint64_t tea_ring_count(struct tea_ring *ring);
/* Samples lost so far, as the event itself says. */
uint64_t tea_ring_lost(struct tea_ring *ring);

/* The next record; false at the end. The buffer must not have wrapped. */
bool tea_ring_next(struct tea_ring *ring, struct tea_record *record);

/* Work for the core: user code alone, system calls. */
void tea_work_user(unsigned long loops);
void tea_work_kernel(unsigned long calls);

/* TAP: the verdict, with its meaning; the plan and the exit status. */
void tap_ok(bool ok, const char *format, ...) __attribute__((format(printf, 2, 3)));
int tap_done(void);
/* "@name: opens", as tea_ring_open(); if not, there is no more to test: the program ends. */
void tap_ring_open(struct tea_ring *ring, struct perf_event_attr *attr, unsigned int order,
		   const char *name);

#endif /* TEA_EVENT_H */
