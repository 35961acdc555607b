// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * waitsite.c - from frames to the place that waits; see waitsite.h
 */
#include "waitsite.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ECALL_BYTES	4

static const uint8_t ecall[ECALL_BYTES] = { 0x73 };

/* Objects whose functions are how programs wait, not why. */
static const char *const libraries[] = { "libc.so", "libc-", "libc.musl", "libpthread", "ld-" };

/* Functions of the scheduler, which all waits end in. */
static const char *const schedulers[] = {
	"schedule", "__schedule", "io_schedule", "preempt_schedule", "wait_woken", "__wait_for_common",
	"wait_for_completion", "context_switch", "__switch_to",
};

static bool begins_with_one(const char *text, const char *const *begins, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strncmp(text, begins[i], strlen(begins[i])))
			return true;
	return false;
}

static bool is_kernel(const struct recording *recording, const struct recording_frame *frame)
{
	enum symbols_kind kind = recording->symbols.objects[frame->object].kind;

	return kind == SYMBOLS_KERNEL || kind == SYMBOLS_MODULE;
}

static bool is_library(const struct recording *recording, const struct recording_frame *frame)
{
	const char *name = symbols_base_name(recording->symbols.objects[frame->object].path);

	return begins_with_one(name, libraries, sizeof(libraries) / sizeof(libraries[0]));
}

static void locate(struct recording *recording, const struct recording_frame *frame,
		   struct symbols_location *location)
{
	symbols_locate(&recording->symbols, frame->object, frame->address, location);
}

static bool has_line(struct recording *recording, const struct recording_frame *frame)
{
	struct symbols_location location;

	locate(recording, frame, &location);
	return symbols_line(&location).file;
}

/* User code that is in a system call goes on behind the ecall. */
static bool is_behind_call(struct recording *recording, const struct recording_frame *frame)
{
	struct symbols_location location;
	const uint8_t *bytes;

	locate(recording, frame, &location);
	return symbols_code(&location, location.address - ECALL_BYTES, ECALL_BYTES, &bytes) <
		       ECALL_BYTES || !memcmp(bytes, ecall, ECALL_BYTES);
}

/* The innermost of the kernel's frames that is not the scheduler's. */
static void find_kernel(struct recording *recording, uint32_t frame, struct waitsite *site)
{
	struct symbols_location location;

	for (; frame != RECORDING_NO_FRAME && is_kernel(recording, &recording->frames[frame]);
	     frame = recording->frames[frame].parent) {
		locate(recording, &recording->frames[frame], &location);
		if (location.function &&
		    begins_with_one(location.function, schedulers,
				    sizeof(schedulers) / sizeof(schedulers[0])))
			continue;
		site->kernel_object = recording->frames[frame].object;
		site->kernel_address = recording->frames[frame].address;
		return;
	}
}

/*
 * The innermost frame that is not the C library's; of a program that it is linked into, that has
 * lines in the source, as the library has none.
 */
static uint32_t find_caller(struct recording *recording, uint32_t innermost)
{
	const struct recording_frame *frames = recording->frames;
	uint32_t caller = innermost, lined;

	while (is_library(recording, &frames[caller]) &&
	       frames[caller].parent != RECORDING_NO_FRAME)
		caller = frames[caller].parent;
	if (is_library(recording, &frames[caller]))
		return innermost;
	for (lined = caller; lined != RECORDING_NO_FRAME &&
	     frames[lined].object == frames[caller].object; lined = frames[lined].parent)
		if (has_line(recording, &frames[lined]))
			return lined;
	return caller;
}

uint32_t waitsites_user(const struct recording *recording, uint32_t frame)
{
	while (frame != RECORDING_NO_FRAME && is_kernel(recording, &recording->frames[frame]))
		frame = recording->frames[frame].parent;
	return frame;
}

static void find(struct recording *recording, uint32_t frame, struct waitsite *site)
{
	uint32_t user = waitsites_user(recording, frame);

	find_kernel(recording, frame, site);
	if (user == RECORDING_NO_FRAME) {
		user = frame;	/* a thread of the kernel's, or nothing more was recorded */
	} else {
		site->in_call = is_behind_call(recording, &recording->frames[user]);
		user = find_caller(recording, user);
	}
	site->object = recording->frames[user].object;
	site->address = recording->frames[user].address;
	site->callers = recording->frames[user].parent;
}

int waitsites_find(struct waitsites *sites, struct recording *recording, uint32_t frame,
		   struct waitsite *site)
{
	struct key key = { .low = frame };
	uint32_t number = keyindex_get(&sites->index, key);

	if (number == KEYINDEX_NONE) {
		struct waitsite found = {
			.callers = RECORDING_NO_FRAME, .kernel_object = KEYINDEX_NONE,
		};

		if (frame != RECORDING_NO_FRAME)
			find(recording, frame, &found);
		else
			found.object = symbols_object(&recording->symbols, "[unknown]", SYMBOLS_NO_FILE);
		if (found.object == KEYINDEX_NONE)
			return -ENOMEM;
		number = KEYINDEX_APPEND(&sites->index, key, sites->known, sites->count);
		if (number == KEYINDEX_NONE)
			return -ENOMEM;
		sites->known[number] = found;
	}
	*site = sites->known[number];
	return 0;
}

void waitsites_deinit(struct waitsites *sites)
{
	free(sites->known);
	keyindex_deinit(&sites->index);
	*sites = (struct waitsites){ 0 };
}
