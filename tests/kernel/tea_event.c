// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tea_event.c - opens tea//, reads its ring buffer, keeps the core busy
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tea_event.h"

static unsigned int sysfs_read(const char *file)
{
	char path[128];
	unsigned int value;
	FILE *stream;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/tea/%s", file);
	stream = fopen(path, "r");
	if (!stream || fscanf(stream, "%u", &value) != 1) {
		fprintf(stderr, "no event tea//: cannot read '%s': load the driver\n", path);
		exit(2);
	}
	fclose(stream);
	return value;
}

unsigned int tea_caps_read(const char *name)
{
	char file[64];

	snprintf(file, sizeof(file), "caps/%s", name);
	return sysfs_read(file);
}

struct perf_event_attr tea_attr(uint64_t period, uint64_t sample_type)
{
	return (struct perf_event_attr) {
		.size = sizeof(struct perf_event_attr),
		.type = sysfs_read("type"),
		.sample_period = period,
		.sample_type = sample_type,
		.disabled = 1,
	};
}

struct perf_event_attr tea_slots_attr(unsigned int stack, uint64_t components)
{
	struct perf_event_attr attr = tea_attr(0, 0);

	attr.config = (uint64_t)TEA_EVENT_SLOTS << TEA_FIELD_event |
		      (uint64_t)stack << TEA_FIELD_stack | components << TEA_FIELD_components;
	return attr;
}

struct perf_event_attr tea_countdown_attr(unsigned int event, uint64_t period,
					  uint64_t sample_type)
{
	struct perf_event_attr attr = tea_attr(period, sample_type);

	attr.config = (uint64_t)event << TEA_FIELD_event;
	return attr;
}

int tea_event_open(struct perf_event_attr *attr, int group_fd)
{
	/* perf maps the buffer of an inherited event for one CPU alone */
	const int cpu = attr->inherit && attr->sample_period ? 0 : -1;
	int fd = syscall(SYS_perf_event_open, attr, 0, cpu, group_fd, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int tea_ring_open(struct tea_ring *ring, struct perf_event_attr *attr, unsigned int order)
{
	attr->read_format |= PERF_FORMAT_LOST;
	ring->fd = tea_event_open(attr, -1);
	if (ring->fd < 0)
		return ring->fd;
	ring->bytes = (1 + (1UL << order)) * sysconf(_SC_PAGESIZE);
	ring->page = mmap(NULL, ring->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, 0);
	if (ring->page == MAP_FAILED) {
		int err = -errno;

		close(ring->fd);
		return err;
	}
	ring->sample_type = attr->sample_type;
	ring->at = 0;
	return 0;
}

void tea_ring_close(struct tea_ring *ring)
{
	munmap(ring->page, ring->bytes);
	close(ring->fd);
}

void tea_ring_enable(struct tea_ring *ring)
{
	ioctl(ring->fd, PERF_EVENT_IOC_ENABLE, 0);
}

void tea_ring_disable(struct tea_ring *ring)
{
	ioctl(ring->fd, PERF_EVENT_IOC_DISABLE, 0);
}

/* The result of read(), with and without PERF_FORMAT_LOST. */
struct tea_reading {
	uint64_t count, lost;
};

static struct tea_reading ring_read(struct tea_ring *ring)
{
	struct tea_reading reading = { 0 };

	if (read(ring->fd, &reading, sizeof(reading)) < (ssize_t)sizeof(reading.count))
		perror("cannot read the event's count");
	return reading;
}

uint64_t tea_ring_count(struct tea_ring *ring)
{
	return ring_read(ring).count;
}

uint64_t tea_ring_lost(struct tea_ring *ring)
{
	return ring_read(ring).lost;
}

/* Behind registers and stacks of users, with which no test asks for these. */
static void record_parse_memory(const struct tea_ring *ring, struct tea_record *record,
				const uint64_t *field)
{
	if (ring->sample_type & PERF_SAMPLE_WEIGHT_STRUCT)
		record->weight.full = *field++;
	if (ring->sample_type & PERF_SAMPLE_DATA_SRC)
		record->data_src.val = *field++;
}

/* The fields of a sample that these tests ask for, in perf's order. */
static void record_parse_sample(const struct tea_ring *ring, struct tea_record *record,
				const uint64_t *field)
{
	if (ring->sample_type & PERF_SAMPLE_IP)
		record->ip = *field++;
	if (ring->sample_type & PERF_SAMPLE_TID)
		record->tid = *field++ >> 32;
	if (ring->sample_type & PERF_SAMPLE_ADDR)
		record->addr = *field++;
	if (ring->sample_type & PERF_SAMPLE_PERIOD)
		record->period = *field++;
	if (ring->sample_type & PERF_SAMPLE_CALLCHAIN) {
		record->chain_length = *field++;
		record->chain = field;
		field += record->chain_length;
	}
	if (ring->sample_type & PERF_SAMPLE_RAW) {
		record->raw_bytes = *(const uint32_t *)field;
		record->raw = (const void *)((const uint32_t *)field + 1);
		field += (sizeof(uint32_t) + record->raw_bytes) / sizeof(*field);
	}
	if (ring->sample_type & PERF_SAMPLE_BRANCH_STACK) {
		record->branches_count = *field++;
		record->branches = (const void *)field;
		field += record->branches_count * sizeof(*record->branches) / sizeof(*field);
	}
	record_parse_memory(ring, record, field);
}

bool tea_ring_next(struct tea_ring *ring, struct tea_record *record)
{
	const uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	const char *data = (const char *)ring->page + ring->page->data_offset;
	const struct perf_event_header *header = (const void *)(data + ring->at);
	const uint64_t *body = (const uint64_t *)(header + 1);

	if (ring->at >= head)
		return false;
	if (head > ring->page->data_size) {
		fprintf(stderr, "the ring buffer wrapped: fewer samples are wanted\n");
		exit(2);
	}
	*record = (struct tea_record) { .type = header->type, .misc = header->misc };
	if (header->type == TEA_RECORD_WORD)
		record->word = body[0];
	else if (header->type == PERF_RECORD_SAMPLE)
		record_parse_sample(ring, record, body);
	else if (header->type == PERF_RECORD_LOST)
		record->lost = body[1];
	ring->at += header->size;
	return true;
}

void tea_work_user(unsigned long loops)
{
	volatile unsigned long sum = 0;

	while (loops--)
		sum += loops;
}

void tea_work_kernel(unsigned long calls)
{
	while (calls--)
		syscall(SYS_getppid);
}

static unsigned int tap_count, tap_failures;

void tap_ok(bool ok, const char *format, ...)
{
	va_list args;

	printf("%sok %u - ", ok ? "" : "not ", ++tap_count);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	tap_failures += !ok;
}

int tap_done(void)
{
	printf("1..%u\n", tap_count);
	return tap_failures != 0;
}

void tap_ring_open(struct tea_ring *ring, struct perf_event_attr *attr, unsigned int order,
		   const char *name)
{
	int err = tea_ring_open(ring, attr, order);

	tap_ok(!err, "%s: opens", name);
	if (!err)
		return;
	printf("# %s\n", strerror(-err));
	exit(tap_done());
}
