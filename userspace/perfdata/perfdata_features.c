// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfdata_features.c - the feature sections at the end of a perf.data file
 *
 * One bit of the header's bitmap per feature; behind the data stands one section
 * {offset, size} for each set bit, in order. Features without a reader in the
 * table are skipped. Strings are {u32 length with padding, text, NUL, padding}.
 */
#include "perfdata_parts.h"

#include <errno.h>

#include "base/keyindex.h"

#define FEATURE_BITS	256
#define FEATURES_BYTES_MAX	(64 << 20)	/* all that are read, together */

/* perf's own, beside the kernel's PERF_RECORD_MISC_*: the size of the build id is given. */
#define MISC_BUILD_ID_SIZE	(1 << 15)

typedef int (*feature_reader)(struct perfdata *perfdata, struct cursor *section);

static const char *read_string(struct cursor *cursor)
{
	return cursor_text(cursor, cursor_u32(cursor));
}

/* Room for @count items read from the file: never more than its bytes could hold. */
static void *allocate_items(struct perfdata *perfdata, struct cursor *cursor, uint32_t count,
			    size_t item_bytes, size_t least_file_bytes)
{
	if (cursor->failed || count > cursor_left(cursor) / least_file_bytes) {
		cursor->failed = true;
		return NULL;
	}
	return perfdata_keep(perfdata, (size_t)count * item_bytes);
}

/* {s32 pid, u8 build_id[24], path}; the last bytes of build_id hold its size, if marked. */
int perfdata_add_build_id(struct perfdata *perfdata, uint16_t misc, struct cursor payload)
{
	struct perfdata_info *info = &perfdata->info;
	struct perfdata_build_id id = { 0 }, *grown;
	const uint8_t *bytes;
	const char *path;
	char *copy;

	cursor_u32(&payload);
	bytes = cursor_bytes(&payload, 24);
	path = cursor_text(&payload, cursor_left(&payload));
	if (!bytes || !path)
		return -EINVAL;
	memcpy(id.bytes, bytes, sizeof(id.bytes));
	id.size = misc & MISC_BUILD_ID_SIZE ? bytes[20] : sizeof(id.bytes);
	if (id.size > sizeof(id.bytes))
		return -EINVAL;
	grown = array_grow(info->build_ids, info->build_ids_count, sizeof(*grown));
	copy = perfdata_keep(perfdata, strlen(path) + 1);
	if (grown)
		info->build_ids = grown;
	if (!grown || !copy)
		return -ENOMEM;
	id.path = strcpy(copy, path);
	grown[info->build_ids_count++] = id;
	return 0;
}

static int read_build_ids(struct perfdata *perfdata, struct cursor *section)
{
	int error = 0;

	while (!error && cursor_left(section) && !section->failed) {
		struct cursor payload;
		uint16_t misc, size;

		cursor_u32(section);
		misc = cursor_u16(section);
		size = cursor_u16(section);
		if (size < STREAM_HEADER_BYTES)
			return -EINVAL;
		payload = cursor_take(section, size - STREAM_HEADER_BYTES);
		error = perfdata_add_build_id(perfdata, misc, payload);
	}
	return error;
}

/* X(bit, member of the info, name): those that are one text. */
#define FEATURE_TEXTS(X) \
	X(3, hostname, "host name") \
	X(4, release, "kernel release") \
	X(5, perf_version, "perf version") \
	X(6, arch, "architecture") \
	X(8, cpu, "description of the CPU")

#define FEATURE_X(bit, member, name) \
	static int read_##member(struct perfdata *perfdata, struct cursor *section) \
	{ \
		perfdata->info.member = read_string(section); \
		return 0; \
	}
FEATURE_TEXTS(FEATURE_X)
#undef FEATURE_X

static int read_cpus(struct perfdata *perfdata, struct cursor *section)
{
	perfdata->info.cpus_available = cursor_u32(section);
	perfdata->info.cpus_online = cursor_u32(section);
	return 0;
}

static int read_memory(struct perfdata *perfdata, struct cursor *section)
{
	perfdata->info.memory_kib = cursor_u64(section);
	return 0;
}

static int read_command(struct perfdata *perfdata, struct cursor *section)
{
	struct perfdata_info *info = &perfdata->info;
	uint32_t count = cursor_u32(section);

	info->command = allocate_items(perfdata, section, count, sizeof(*info->command), 4);
	if (!info->command)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		info->command[i] = read_string(section);
	info->command_count = section->failed ? 0 : count;
	return 0;
}

/* Only names: the attributes themselves stand in the header. */
static int read_event_names(struct perfdata *perfdata, struct cursor *section)
{
	uint32_t count = cursor_u32(section), attr_bytes = cursor_u32(section);

	for (uint32_t i = 0; i < count && !section->failed; i++) {
		uint32_t ids;
		const char *name;

		cursor_skip(section, attr_bytes);
		ids = cursor_u32(section);
		name = read_string(section);
		cursor_skip(section, 8ULL * ids);
		if (i < perfdata->attrs_count)
			perfdata->attrs[i].name = name;
	}
	return 0;
}

static int read_pmus(struct perfdata *perfdata, struct cursor *section)
{
	struct perfdata_info *info = &perfdata->info;
	uint32_t count = cursor_u32(section);

	info->pmus = allocate_items(perfdata, section, count, sizeof(*info->pmus), 8);
	if (!info->pmus)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		info->pmus[i].type = cursor_u32(section);
		info->pmus[i].name = read_string(section);
	}
	info->pmus_count = section->failed ? 0 : count;
	return 0;
}

/* {version, count, {level, line size, sets, ways, type, size, CPUs that share it} ...}. */
static int read_caches(struct perfdata *perfdata, struct cursor *section)
{
	struct perfdata_info *info = &perfdata->info;
	uint32_t count;

	cursor_skip(section, 4);
	count = cursor_u32(section);
	info->caches = allocate_items(perfdata, section, count, sizeof(*info->caches), 28);
	if (!info->caches)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		info->caches[i].level = cursor_u32(section);
		cursor_skip(section, 12);
		info->caches[i].type = read_string(section);
		info->caches[i].size = read_string(section);
		read_string(section);
	}
	info->caches_count = section->failed ? 0 : count;
	return 0;
}

static int read_times(struct perfdata *perfdata, struct cursor *section)
{
	perfdata->info.first_ns = cursor_u64(section);
	perfdata->info.last_ns = cursor_u64(section);
	return 0;
}

/* {version, clock, Unix time, its time}: where a clock was asked for. */
static int read_clock(struct perfdata *perfdata, struct cursor *section)
{
	cursor_skip(section, 8);
	perfdata->info.wall_ns = cursor_u64(section);
	perfdata->info.clock_ns = cursor_u64(section);
	return 0;
}

/* sysfs "caps" of each PMU: {count, {name, value} ..., PMU's name}. */
static int read_caps(struct perfdata *perfdata, struct cursor *section)
{
	struct perfdata_info *info = &perfdata->info;
	uint32_t pmus = cursor_u32(section);

	info->caps = allocate_items(perfdata, section, (uint32_t)(cursor_left(section) / 8),
				    sizeof(*info->caps), 8);
	if (!info->caps)
		return -ENOMEM;
	for (uint32_t i = 0; i < pmus && !section->failed; i++) {
		uint32_t count = cursor_u32(section);
		size_t first = info->caps_count;
		const char *pmu;

		for (uint32_t j = 0; j < count && !section->failed; j++) {
			struct perfdata_cap cap = { .name = read_string(section) };

			cap.value = read_string(section);
			if (!section->failed)
				info->caps[info->caps_count++] = cap;
		}
		pmu = read_string(section);
		for (size_t j = first; j < info->caps_count; j++)
			info->caps[j].pmu = pmu;
	}
	if (section->failed)
		info->caps_count = 0;
	return 0;
}

/* By bit number: HEADER_* of perf's util/header.h. */
static const struct {
	const char *name;
	feature_reader read;
} features_known[FEATURE_BITS] = {
#define FEATURE_X(bit, member, name) [bit] = { name, read_##member },
	FEATURE_TEXTS(FEATURE_X)
#undef FEATURE_X
	[2] = { "build ids", read_build_ids },
	[7] = { "number of CPUs", read_cpus },
	[10] = { "size of memory", read_memory },
	[11] = { "command line", read_command },
	[12] = { "event names", read_event_names },
	[16] = { "PMU mappings", read_pmus },
	[20] = { "caches", read_caches },
	[21] = { "sample time", read_times },
	[29] = { "clock", read_clock },
	[31] = { "PMU capabilities", read_caps },
};

void perfdata_name_pmus(struct perfdata *perfdata)
{
	const struct perfdata_info *info = &perfdata->info;

	for (size_t i = 0; i < perfdata->attrs_count; i++)
		for (size_t j = 0; j < info->pmus_count && !perfdata->attrs[i].pmu; j++)
			if (info->pmus[j].type == perfdata->attrs[i].type)
				perfdata->attrs[i].pmu = info->pmus[j].name;
}

/* Results of a reader point into @section: it is kept. */
static int read_kept(struct perfdata *perfdata, int bit, struct cursor section,
		     struct fault *fault)
{
	int error = features_known[bit].read(perfdata, &section);

	if (error == -ENOMEM && !section.failed)
		return fault_no_memory(fault, "its %s", features_known[bit].name);
	if (error || section.failed)
		return fault_set(fault, -EINVAL, "damaged in its %s: record again",
				 features_known[bit].name);
	return 0;
}

/* The first of its kind counts. */
static bool is_news(struct perfdata *perfdata, uint64_t bit)
{
	uint64_t *seen;

	if (bit >= FEATURE_BITS || !features_known[bit].read)
		return false;
	seen = &perfdata->features_seen[bit / 64];
	if (*seen >> (bit % 64) & 1)
		return false;
	*seen |= 1ULL << (bit % 64);
	return true;
}

int perfdata_read_feature(struct perfdata *perfdata, uint64_t bit, struct cursor section,
			  struct fault *fault)
{
	struct cursor kept = section;
	uint8_t *bytes;

	if (!is_news(perfdata, bit))
		return 0;
	bytes = perfdata_keep(perfdata, cursor_left(&section));
	if (!bytes)
		return fault_no_memory(fault, "its %s", features_known[bit].name);
	memcpy(bytes, section.at, cursor_left(&section));
	kept.at = bytes;
	kept.end = bytes + cursor_left(&section);
	return read_kept(perfdata, (int)bit, kept, fault);
}

/* One section, if the file has it as a whole; else @cut. */
static int load_feature(struct perfdata *perfdata, int bit, struct cursor *table, uint64_t *room,
			bool *cut, struct fault *fault)
{
	uint64_t begin = cursor_u64(table), size = cursor_u64(table);
	struct cursor section;
	uint8_t *bytes;

	if (table->failed || !is_news(perfdata, (uint64_t)bit))
		return 0;
	if (size > perfdata->file->size || begin > perfdata->file->size - size) {
		*cut = true;
		return 0;
	}
	if (size > *room)
		return fault_set(fault, -EFBIG, "damaged in its %s, which would be of %llu bytes: "
				 PERFDATA_AGAIN, features_known[bit].name,
				 (unsigned long long)size);
	*room -= size;
	bytes = perfdata_keep(perfdata, (size_t)size);
	if (!bytes)
		return fault_no_memory(fault, "its %s", features_known[bit].name);
	if (input_read(perfdata->file, begin, bytes, (size_t)size) != (ssize_t)size)
		return fault_set(fault, -EIO, "cannot be read");
	cursor_init(&section, bytes, (size_t)size);
	cursor_set_big(&section, perfdata->big);
	return read_kept(perfdata, bit, section, fault);
}

int perfdata_read_features(struct perfdata *perfdata, const uint64_t features[4],
			   uint64_t offset, struct fault *fault)
{
	uint8_t bytes[FEATURE_BITS * 16];
	ssize_t size = input_read(perfdata->file, offset, bytes, sizeof(bytes));
	uint64_t room = FEATURES_BYTES_MAX;
	struct cursor table;
	bool cut = false;
	int error = 0;

	if (size < 0)
		return fault_set(fault, (int)size, "cannot be read: %s", strerror((int)-size));
	cursor_init(&table, bytes, (size_t)size);
	cursor_set_big(&table, perfdata->big);
	for (int bit = 0; !error && !table.failed && bit < FEATURE_BITS; bit++)
		if (features[bit / 64] >> (bit % 64) & 1)
			error = load_feature(perfdata, bit, &table, &room, &cut, fault);
	if (table.failed || cut)
		notes_add(perfdata->notes, "the file is cut off in its description of machine and "
			  "events: copy it again, or " PERFDATA_AGAIN);
	return error;
}
