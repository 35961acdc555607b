// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * framechain.c - which addresses of a chain are callers; see framechain.h
 */
#include "framechain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "recording_store.h"
#include "symbols/callframe.h"

#define DEPTH_MAX	2048		/* of a chain with missing callers in it */
#define POINTER_AT	(-16)		/* of a frame record: where the caller's frame pointer is */

/* Code that was left for a call, or interrupted. */
struct call_site {
	struct callframe frame;
	bool code;			/* it is in an object */
	bool returns;			/* a call stands before it */
	bool begins;			/* a program begins there: its caller does not matter */
	uint64_t function;		/* where its function starts; 0: not known */
	uint32_t object;
};

struct mender {
	struct recording *recording;
	struct keyindex site_index, frame_index, chain_index;
	struct call_site *sites;
	size_t sites_count;
	struct recording_frame *frames;	/* mended, to take the place of the recording's */
	size_t frames_count;
	uint32_t *chains;		/* of these: by chain of the recording, with LACKS */
	size_t chains_count;
	uint32_t missing;		/* object */
	/* of the present chain, innermost first */
	struct recording_frame calls[DEPTH_MAX];
	size_t count;
	bool lacks;			/* a caller */
};

static bool is_kernel(const struct mender *mender, uint32_t object)
{
	enum symbols_kind kind = mender->recording->symbols.objects[object].kind;

	return kind == SYMBOLS_KERNEL || kind == SYMBOLS_MODULE;
}

static struct call_site look_at(struct mender *mender, uint32_t object, uint64_t place, bool call)
{
	struct symbols *symbols = &mender->recording->symbols;
	struct symbols_location location;
	struct call_site site = { .object = object };

	symbols_locate(symbols, object, place, &location);
	site.code = symbols->objects[object].kind != SYMBOLS_NO_FILE;
	site.frame = callframe_find(&location);
	site.function = location.function && !location.gap ? location.function_start : 0;
	site.begins = (site.frame.known && site.frame.outermost) ||
		      (location.linkage && !strcmp(location.linkage, "main"));
	location.address += call;
	site.returns = !call || !site.frame.known || callframe_returns_to(&location);
	return site;
}

/* Code at @place, @call: the last byte of a call in it. NULL: out of memory. */
static const struct call_site *find_site(struct mender *mender, uint32_t object, uint64_t place, bool call)
{
	struct key key = { .high = (uint64_t)object << 1 | call, .low = place };
	uint32_t number = keyindex_get(&mender->site_index, key);

	if (number == KEYINDEX_NONE) {
		number = KEYINDEX_APPEND(&mender->site_index, key, mender->sites, mender->sites_count);
		if (number == KEYINDEX_NONE)
			return NULL;
		mender->sites[number] = look_at(mender, object, place, call);
	}
	return &mender->sites[number];
}

static void keep(struct mender *mender, const struct recording_frame *call)
{
	if (mender->count < DEPTH_MAX)
		mender->calls[mender->count++] = *call;
}

static void keep_missing(struct mender *mender)
{
	bool twice = mender->count && mender->calls[mender->count - 1].object == mender->missing;
	struct recording_frame call = { .object = mender->missing };

	mender->lacks = true;
	if (!twice)
		keep(mender, &call);
}

/* How much to believe of the calls behind the innermost one. */
enum belief { BELIEF_NONE, BELIEF_GAP, BELIEF_ALL };

static enum belief behind_frame(const struct call_site *leaf, const struct call_site *caller)
{
	/* the interrupted function's own frame record has its caller's frame pointer */
	if (leaf->frame.pointed && leaf->frame.pointer_at == POINTER_AT)
		return !caller || !caller->frame.known || caller->frame.pointed ? BELIEF_ALL : BELIEF_NONE;
	/* s0 is the caller's still: its record was read instead, and its return address left out */
	if (!leaf->frame.pointed && !leaf->frame.pointer_at && caller && caller->frame.known)
		return caller->frame.pointed ? BELIEF_GAP : BELIEF_NONE;
	return BELIEF_NONE;
}

/* Checks the return address in ra, and returns how much to believe of the others. */
static enum belief mend_innermost(struct mender *mender, const struct call_site *leaf,
				  const struct recording_frame *call, const struct call_site *caller)
{
	bool stale = leaf->frame.return_saved && leaf->function == caller->function &&
		     leaf->object == caller->object;
	bool is_caller = caller->code && caller->returns && !(leaf->frame.known && stale);

	if (is_caller)
		keep(mender, call);
	else
		keep_missing(mender);
	if (!leaf->frame.known)
		return is_caller ? BELIEF_ALL : BELIEF_NONE;
	return behind_frame(leaf, is_caller ? caller : NULL);
}

/*
 * Return addresses of user code, innermost first, behind @leaf, where it was left. An address that
 * is no caller ends them; missing callers are noted, except where a program begins.
 */
static int mend_user(struct mender *mender, struct call_site leaf, const struct recording_frame *calls,
		     size_t count)
{
	enum belief belief = leaf.begins ? BELIEF_NONE : BELIEF_ALL;
	struct call_site site = leaf;
	bool begun = leaf.begins;
	size_t i = 0;

	for (; i < count && belief != BELIEF_NONE; i++) {
		const struct call_site *found = find_site(mender, calls[i].object, calls[i].address, true);

		if (!found)
			return -ENOMEM;
		site = *found;
		if (!i) {
			belief = mend_innermost(mender, &leaf, &calls[i], &site);
			begun = site.begins;
			if (belief == BELIEF_GAP && i + 1 < count)
				keep_missing(mender);
			continue;
		}
		if (!site.code || !site.returns)
			break;
		keep(mender, &calls[i]);
		begun |= site.begins;
		belief = site.frame.known && !site.frame.pointed ? BELIEF_NONE : BELIEF_ALL;
	}
	if (!begun && (i < count || belief == BELIEF_NONE))
		keep_missing(mender);
	return 0;
}

/* The calls that were kept, as a chain of frames, from their outermost end. */
static int add_chain(struct mender *mender, uint32_t *frame)
{
	*frame = RECORDING_NO_FRAME;
	while (mender->count) {
		struct recording_frame call = mender->calls[--mender->count];

		call.parent = *frame;
		*frame = recording_frame_number(&mender->frame_index, &mender->frames,
						&mender->frames_count, &call);
		if (*frame == KEYINDEX_NONE)
			return -ENOMEM;
	}
	return 0;
}

static size_t list_calls(const struct recording *recording, uint32_t frame,
			 struct recording_frame calls[DEPTH_MAX])
{
	size_t count = 0;

	for (; frame != RECORDING_NO_FRAME && count < DEPTH_MAX; frame = recording->frames[frame].parent)
		calls[count++] = recording->frames[frame];
	return count;
}

/* The kernel's frames are as they are; behind them stands where the program was left. */
static int mend_chain(struct mender *mender, const struct recording_place *place, uint32_t *frame)
{
	struct recording_frame calls[DEPTH_MAX];
	struct recording_frame leaf = { .object = place->object, .address = place->address };
	size_t count = list_calls(mender->recording, place->frame, calls), first = 0;
	const struct call_site *site;
	int error = 0;

	mender->count = 0;
	mender->lacks = false;
	while (first < count && is_kernel(mender, leaf.object)) {
		leaf = calls[first++];
		keep(mender, &leaf);
	}
	if (first < count || !is_kernel(mender, leaf.object)) {
		site = find_site(mender, leaf.object, leaf.address, false);
		error = site ? mend_user(mender, *site, calls + first, count - first) : -ENOMEM;
	}
	return error ? error : add_chain(mender, frame);
}

#define LACKS	(1U << 31)		/* beside a chain's number plus one: callers are missing */

/* Each place with its chain once. */
static int mend_place(struct mender *mender, struct recording_place *place, bool *lacks)
{
	struct key key = {
		.high = (uint64_t)place->object << 32 | place->frame, .low = place->address,
	};
	uint32_t number = keyindex_get(&mender->chain_index, key), frame;
	int error;

	if (number == KEYINDEX_NONE) {
		error = mend_chain(mender, place, &frame);
		number = error ? KEYINDEX_NONE : KEYINDEX_APPEND(&mender->chain_index, key, mender->chains,
								 mender->chains_count);
		if (number == KEYINDEX_NONE)
			return -ENOMEM;
		mender->chains[number] = (frame + 1) | (mender->lacks ? LACKS : 0);
	}
	*lacks = mender->chains[number] & LACKS;
	place->frame = (mender->chains[number] & ~LACKS) - 1;
	return 0;
}

static void mender_deinit(struct mender *mender)
{
	keyindex_deinit(&mender->site_index);
	keyindex_deinit(&mender->frame_index);
	keyindex_deinit(&mender->chain_index);
	free(mender->sites);
	free(mender->frames);
	free(mender->chains);
}

/* @lack: by place, whether callers are missing in its chain. */
static int mend_places(struct mender *mender, bool *lack)
{
	struct recording *recording = mender->recording;
	struct recording_frame *old = recording->frames;
	int error = 0;

	mender->missing = symbols_object(&recording->symbols, FRAMECHAIN_MISSING, SYMBOLS_MISSING);
	if (mender->missing == KEYINDEX_NONE)
		return -ENOMEM;
	for (size_t i = 0; !error && i < recording->places_count; i++)
		if (recording->places[i].frame != RECORDING_NO_FRAME)
			error = mend_place(mender, &recording->places[i], &lack[i]);
	if (error)
		return error;
	recording->frames = mender->frames;
	recording->frames_count = mender->frames_count;
	mender->frames = old;
	return 0;
}

int framechain_mend(struct recording *recording)
{
	struct mender *mender = calloc(1, sizeof(*mender));
	bool *lack = calloc(recording->places_count + 1, sizeof(*lack));
	int error = -ENOMEM;

	if (mender && lack) {
		mender->recording = recording;
		error = mend_places(mender, lack);
		mender_deinit(mender);
	}
	for (size_t i = 0; !error && i < recording->shown->pics.stacks_count; i++)
		if (lack[recording->shown->pics.stacks[i].place])
			recording->shown->parts_without_callers +=
				recording->shown->pics.stacks[i].parts;
	free(mender);
	free(lack);
	return error;
}
