// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mergeobjects.c - builds of files, wherever machines have them; see merge.h
 *
 * A place is an offset in the file; of the kernel, which moves at each boot, behind its text's
 * begin; of a module behind its own. In a profile there are addresses: files get ranges one after
 * the other, the kernel and its modules those of the first recording that has them.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "merge_parts.h"

#define PAGE		UINT64_C(4096)
#define FIRST_START	UINT64_C(0x10000)
#define MODULES_START	UINT64_C(0xfffffff000000000)
#define ADDRESS_MOST	(UINT64_C(1) << 62)	/* of code without a file */
#define PLACE_MOST	(UINT64_C(1) << 48)	/* in a file: none is so long */
#define MODULE_MOST	(UINT64_C(1) << 28)	/* in a module */
#define UNKNOWN		"[unknown]"
#define JIT		"[JIT]"

static uint32_t no_memory(struct fault *fault)
{
	fault_no_memory(fault, "the objects of all recordings");
	return KEYINDEX_NONE;
}

static struct key key_of(const char *text, enum symbols_kind kind)
{
	return (struct key){ .high = kind, .low = (uintptr_t)text };
}

/* Code written at run time, and other memory, lies elsewhere in each process. */
static bool is_folded(const struct recording *recording, const struct symbols_object *object)
{
	if (object->kind == SYMBOLS_JIT)
		return true;
	return object->kind == SYMBOLS_NO_FILE &&
	       (!recording->json || strcmp(object->path, UNKNOWN));
}

/* 0 or -ENOMEM. */
static int describe(struct merge *merge, const struct recording *recording,
		    const struct symbols_object *from, struct merge_object *object)
{
	char text[SYMBOLS_BUILD_ID_TEXT];
	const char *build = symbols_build_id_text(from, text);
	const bool jit = from->kind == SYMBOLS_JIT;

	if (!build && from->hashed) {
		snprintf(text, sizeof(text), "%016" PRIx64, from->code_hash);
		build = text;
		object->hashed = true;
	}
	object->kind = jit ? SYMBOLS_NO_FILE : from->kind;
	object->folded = is_folded(recording, from);
	object->low = UINT64_MAX;
	object->start = from->start;
	object->path = texts_intern(&merge->texts, jit ? JIT : from->path);
	object->symbols_object = mergecells_object(&merge->cells, from);
	object->file = texts_intern(&merge->texts, recording->path);
	object->build = build && !jit ? texts_intern(&merge->texts, build) : NULL;
	if (!object->path || !object->file || object->symbols_object == KEYINDEX_NONE)
		return -ENOMEM;
	return object->build || !build || jit ? 0 : -ENOMEM;
}

static int refuse(const struct merge_object *known, const struct merge_object *found,
		  struct fault *fault)
{
	return fault_set(fault, -EINVAL,
			 "'%s' is of two builds: '%s' has %s%s, '%s' has %s%s: merge the "
			 "recordings of each build apart; 'tea diff' compares two of them",
			 found->path, known->file,
			 known->build ? known->hashed ? "code hash " : "build id " : "",
			 known->build ? known->build : "no build id", found->file,
			 found->build ? found->hashed ? "code hash " : "build id " : "",
			 found->build ? found->build : "no build id");
}

static uint32_t append(struct merge *merge, const struct merge_object *object)
{
	const struct key path = key_of(object->path, object->kind);
	const struct key build = key_of(object->build, object->kind);
	uint32_t at = KEYINDEX_APPEND(&merge->objects_by_path, path, merge->objects,
				      merge->objects_count);

	if (at == KEYINDEX_NONE)
		return at;
	merge->objects[at] = *object;
	return object->build && keyindex_put(&merge->objects_by_build, build, at) ? KEYINDEX_NONE :
										    at;
}

/* The kernel may be known by its addresses alone: then none can be of a moved one. */
static int check_kernel(struct merge *merge, const struct recording *recording, struct fault *fault)
{
	const struct symbols_options *options = &recording->symbols.options;

	if (!merge->kernel_file) {
		merge->kernel_file = texts_intern(&merge->texts, recording->path);
		merge->kernel_text = options->kernel_text;
		merge->kernel_reference = options->kernel_reference ?
			texts_intern(&merge->texts, options->kernel_reference) : NULL;
		return merge->kernel_file ? 0 : fault_no_memory(fault, "the kernel");
	}
	if (!merge->kernel_text == !options->kernel_text &&
	    (!merge->kernel_text || !strcmp(merge->kernel_reference, options->kernel_reference)))
		return 0;
	return fault_set(fault, -EINVAL, "'%s' and '%s' do not say alike where their kernel was "
			 "in memory: merge them apart, or record user code alone "
			 "(tea//u)", merge->kernel_file,
			 recording->path);
}

uint32_t merge_object_number(struct merge *merge, const struct recording *recording,
			     uint32_t object, struct fault *fault)
{
	struct merge_object found = { 0 };
	uint32_t at;

	if (describe(merge, recording, &recording->symbols.objects[object], &found))
		return no_memory(fault);
	if (found.kind == SYMBOLS_KERNEL && check_kernel(merge, recording, fault))
		return KEYINDEX_NONE;
	at = keyindex_get(&merge->objects_by_path, key_of(found.path, found.kind));
	if (at != KEYINDEX_NONE) {
		if (merge->objects[at].build == found.build)
			return at;
		refuse(&merge->objects[at], &found, fault);
		return KEYINDEX_NONE;
	}
	if (found.build)
		at = keyindex_get(&merge->objects_by_build, key_of(found.build, found.kind));
	if (at == KEYINDEX_NONE)
		at = append(merge, &found);
	else if (keyindex_put(&merge->objects_by_path, key_of(found.path, found.kind), at))
		at = KEYINDEX_NONE;
	return at == KEYINDEX_NONE ? no_memory(fault) : at;
}

/* Ranges of no object are so long that those of all would not fit. */
static bool is_too_far(const struct merge_object *object, uint64_t at)
{
	if (object->kind == SYMBOLS_MODULE)
		return at >= MODULE_MOST;
	return object->kind != SYMBOLS_KERNEL && object->kind != SYMBOLS_NO_FILE &&
	       at >= PLACE_MOST;
}

int merge_place(struct merge *merge, const struct recording *recording,
		const struct recording_place *place, uint32_t number, uint64_t *found,
		struct fault *fault)
{
	const struct symbols_object *from = &recording->symbols.objects[place->object];
	struct merge_object *object = &merge->objects[number];
	uint64_t at = place->address;

	if (object->kind == SYMBOLS_KERNEL)
		at -= recording->symbols.options.kernel_text;
	else if (object->kind == SYMBOLS_MODULE)
		at -= from->start;
	else if (object->folded || (object->kind == SYMBOLS_NO_FILE && at >= ADDRESS_MOST))
		at = 0;
	if (is_too_far(object, at))
		return fault_set(fault, -EINVAL, "'%s' has code of '%s' at 0x%" PRIx64 " in it, "
				 "where no file has any: its mappings are damaged; record again, "
				 "or leave it out", recording->path, from->path, at);
	if (at < object->low)
		object->low = at;
	if (at > object->high)
		object->high = at;
	*found = at;
	return 0;
}

static uint64_t page_begin(uint64_t address)
{
	return address & ~(PAGE - 1);
}

bool merge_object_is_mapped(const struct merge_object *object)
{
	return object->kind != SYMBOLS_KERNEL &&
	       (object->kind != SYMBOLS_NO_FILE || object->folded);
}

uint64_t merge_object_offset(const struct merge_object *object)
{
	return page_begin(object->low);
}

uint64_t merge_object_bytes(const struct merge_object *object)
{
	return page_begin(object->high - merge_object_offset(object)) + PAGE;
}

/* Are rows of the kernel in the range of @object? Rows outside all ranges are the kernel's. */
static bool hides_kernel(const struct merge *merge, const struct merge_object *object)
{
	for (size_t i = 0; i < merge->rows_count; i++) {
		const struct merge_row *row = &merge->rows[i];

		if (merge->objects[row->object].kind == SYMBOLS_KERNEL &&
		    merge_address(merge, row) - object->start < merge_object_bytes(object))
			return true;
	}
	return false;
}

/*
 * Of another machine, a module may be where the first one has another, or its kernel; or its last
 * page is that of all addresses.
 */
static bool overlaps(const struct merge *merge, size_t number)
{
	const struct merge_object *object = &merge->objects[number];

	if (object->start > UINT64_MAX - merge_object_bytes(object))
		return true;
	for (size_t i = 0; i < number; i++) {
		const struct merge_object *other = &merge->objects[i];

		if (other->kind == SYMBOLS_MODULE &&
		    object->start < other->start + merge_object_bytes(other) &&
		    other->start < object->start + merge_object_bytes(object))
			return true;
	}
	return hides_kernel(merge, object);
}

static void lay_out_modules(struct merge *merge)
{
	uint64_t next = MODULES_START;

	for (size_t i = 0; i < merge->objects_count; i++) {
		struct merge_object *object = &merge->objects[i];

		if (object->kind != SYMBOLS_MODULE)
			continue;
		object->low = 0;	/* its mapping says where it begins */
		if (object->start && !overlaps(merge, i))
			continue;
		object->start = next;
		next += merge_object_bytes(object) + PAGE;
	}
}

void merge_lay_out(struct merge *merge)
{
	uint64_t next = FIRST_START;

	for (size_t i = 0; i < merge->objects_count; i++) {
		const struct merge_object *object = &merge->objects[i];

		if (object->kind == SYMBOLS_NO_FILE && !object->folded && object->high >= next)
			next = page_begin(object->high) + PAGE;
	}
	for (size_t i = 0; i < merge->objects_count; i++) {
		struct merge_object *object = &merge->objects[i];

		if (!merge_object_is_mapped(object) || object->kind == SYMBOLS_MODULE)
			continue;
		object->start = next;
		next += merge_object_bytes(object) + PAGE;
	}
	lay_out_modules(merge);
}

uint64_t merge_address(const struct merge *merge, const struct merge_row *row)
{
	const struct merge_object *object = &merge->objects[row->object];

	if (object->kind == SYMBOLS_KERNEL)
		return row->place + merge->kernel_text;
	if (!merge_object_is_mapped(object))
		return row->place;
	return object->start + row->place - merge_object_offset(object);
}
