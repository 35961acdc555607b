// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfdata_features.c - the feature sections at the end of a perf.data file
 *
 * One bit of the header's bitmap per feature; behind the data stands one section
 * {offset, size} for each set bit, in order. Features without a reader in the
 * table are skipped. Strings are {u32 length with padding, text, NUL, padding}.
 */
#include "perfdata.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FEATURE_BITS	256

/* perf's own, beside the kernel's PERF_RECORD_MISC_*: the size of the build id is given. */
#define MISC_BUILD_ID_SIZE	(1 << 15)

typedef int (*feature_reader)(struct perfdata *perfdata, struct cursor *section);

static const char *read_string(struct cursor *cursor)
{
	return cursor_text(cursor, cursor_u32(cursor));
}

/* Room for @count items read from the file: never more than its bytes could hold. */
static void *allocate_items(struct cursor *cursor, uint32_t count, size_t item_bytes,
			    size_t least_file_bytes)
{
	if (cursor->failed || count > cursor_left(cursor) / least_file_bytes) {
		cursor->failed = true;
		return NULL;
	}
	return calloc(count ? count : 1, item_bytes);
}

static int read_build_ids(struct perfdata *perfdata, struct cursor *section)
{
	struct perfdata_info *info = &perfdata->info;
	const size_t fixed_bytes = 8 + 4 + 24;

	info->build_ids = allocate_items(section, (uint32_t)(cursor_left(section) / fixed_bytes),
					 sizeof(*info->build_ids), fixed_bytes);
	if (!info->build_ids)
		return -ENOMEM;
	while (cursor_left(section) && !section->failed) {
		struct perfdata_build_id *id = &info->build_ids[info->build_ids_count];
		uint16_t misc, size;
		const void *bytes;

		cursor_u32(section);
		misc = cursor_u16(section);
		size = cursor_u16(section);
		cursor_u32(section);
		bytes = cursor_bytes(section, 24);
		if (size <= fixed_bytes || !bytes)
			return -EINVAL;
		memcpy(id->bytes, bytes, sizeof(id->bytes));
		id->size = misc & MISC_BUILD_ID_SIZE ? ((const uint8_t *)bytes)[20] :
			   sizeof(id->bytes);
		id->path = cursor_text(section, size - fixed_bytes);
		if (id->size > sizeof(id->bytes) || !id->path)
			return -EINVAL;
		info->build_ids_count++;
	}
	return 0;
}

static int read_hostname(struct perfdata *perfdata, struct cursor *section)
{
	perfdata->info.hostname = read_string(section);
	return 0;
}

static int read_release(struct perfdata *perfdata, struct cursor *section)
{
	perfdata->info.release = read_string(section);
	return 0;
}

static int read_version(struct perfdata *perfdata, struct cursor *section)
{
	perfdata->info.perf_version = read_string(section);
	return 0;
}

static int read_arch(struct perfdata *perfdata, struct cursor *section)
{
	perfdata->info.arch = read_string(section);
	return 0;
}

static int read_command(struct perfdata *perfdata, struct cursor *section)
{
	struct perfdata_info *info = &perfdata->info;
	uint32_t count = cursor_u32(section);

	info->command = allocate_items(section, count, sizeof(*info->command), 4);
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

	info->pmus = allocate_items(section, count, sizeof(*info->pmus), 8);
	if (!info->pmus)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		info->pmus[i].type = cursor_u32(section);
		info->pmus[i].name = read_string(section);
	}
	info->pmus_count = section->failed ? 0 : count;
	return 0;
}

static int read_times(struct perfdata *perfdata, struct cursor *section)
{
	perfdata->info.first_ns = cursor_u64(section);
	perfdata->info.last_ns = cursor_u64(section);
	return 0;
}

/* sysfs "caps" of each PMU: {count, {name, value} ..., PMU's name}. */
static int read_caps(struct perfdata *perfdata, struct cursor *section)
{
	struct perfdata_info *info = &perfdata->info;
	uint32_t pmus = cursor_u32(section);

	info->caps = allocate_items(section, (uint32_t)(cursor_left(section) / 8),
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
	[2] = { "build ids", read_build_ids },
	[3] = { "host name", read_hostname },
	[4] = { "kernel release", read_release },
	[5] = { "perf version", read_version },
	[6] = { "architecture", read_arch },
	[11] = { "command line", read_command },
	[12] = { "event names", read_event_names },
	[16] = { "PMU mappings", read_pmus },
	[21] = { "sample time", read_times },
	[31] = { "PMU capabilities", read_caps },
};

static void name_pmus(struct perfdata *perfdata)
{
	const struct perfdata_info *info = &perfdata->info;

	for (size_t i = 0; i < perfdata->attrs_count; i++)
		for (size_t j = 0; j < info->pmus_count; j++)
			if (info->pmus[j].type == perfdata->attrs[i].type)
				perfdata->attrs[i].pmu = info->pmus[j].name;
}

int perfdata_read_features(struct perfdata *perfdata, const uint64_t features[4],
			   uint64_t offset, struct fault *fault)
{
	struct cursor table = perfdata->file;

	cursor_skip(&table, offset);
	for (int bit = 0; bit < FEATURE_BITS; bit++) {
		struct cursor section;
		uint64_t begin, size;
		int error;

		if (!(features[bit / 64] >> (bit % 64) & 1))
			continue;
		begin = cursor_u64(&table);
		size = cursor_u64(&table);
		section = cursor_window(&perfdata->file, begin, size);
		if (table.failed || section.failed)
			return fault_set(fault, -EINVAL, "truncated in its feature sections: copy "
					 "it again, or record again");
		if (!features_known[bit].read)
			continue;
		error = features_known[bit].read(perfdata, &section);
		if (error == -ENOMEM && !section.failed)
			return fault_set(fault, error, "out of memory for its %s",
					 features_known[bit].name);
		if (error || section.failed)
			return fault_set(fault, -EINVAL, "damaged in its %s: record again",
					 features_known[bit].name);
	}
	name_pmus(perfdata);
	return 0;
}

void perfdata_free_features(struct perfdata_info *info)
{
	free(info->build_ids);
	free(info->command);
	free(info->pmus);
	free(info->caps);
	*info = (struct perfdata_info){ 0 };
}
