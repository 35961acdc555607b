// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export_pprof.c - pprof's profile.proto, compressed by gzip as it has to be
 *
 * Locations are instructions, with the functions inlined there. A sample is a chain of
 * locations with its cycles; why they were spent is the label of the kind's name, "signature", so that
 * pprof -tagfocus, -tagshow and -tagleaf work on it. Numbers of fields are those of
 * google/pprof's proto/profile.proto.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "analysis/calls/calltree.h"
#include "export.h"
#include "exporttext.h"
#include "protobuf.h"
#include "texttable.h"

enum profile_field {
	PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION,
	PROFILE_FUNCTION, PROFILE_STRING, PROFILE_TIME_NS = 9, PROFILE_DURATION_NS,
	PROFILE_PERIOD_TYPE, PROFILE_PERIOD, PROFILE_COMMENT,
};
enum type_field { TYPE_TYPE = 1, TYPE_UNIT };
enum sample_field { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES, SAMPLE_LABEL };
enum label_field { LABEL_KEY = 1, LABEL_TEXT, LABEL_NUMBER };
enum mapping_field {
	MAPPING_ID = 1, MAPPING_START, MAPPING_LIMIT, MAPPING_OFFSET, MAPPING_FILE,
	MAPPING_BUILD_ID, MAPPING_HAS_FUNCTIONS, MAPPING_HAS_FILES, MAPPING_HAS_LINES,
	MAPPING_HAS_INLINES,
};
enum location_field { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum line_field { LINE_FUNCTION = 1, LINE_LINE };
enum function_field { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILE };

struct pprof {
	struct calltree tree;
	struct protobuf profile, part, inner;
	struct texttable strings;
	struct keyindex functions;
	uint32_t functions_count;
	uint32_t hottest;		/* object with most cycles in one place */
};

/* The text's number in the table of strings; the empty one is 0. */
static uint64_t string(struct pprof *pprof, const char *text)
{
	return texttable_number(&pprof->strings, text);
}

static void put_type(struct pprof *pprof, enum profile_field field, const char *unit)
{
	protobuf_number(&pprof->part, TYPE_TYPE, string(pprof, unit));
	protobuf_number(&pprof->part, TYPE_UNIT, string(pprof, "count"));
	protobuf_message(&pprof->profile, field, &pprof->part);
}

/*
 * The first mapping names the profile: that of the hottest object. Numbers are positions in the file,
 * from 1, as Parca wants them; 0 is none.
 */
static uint64_t mapping_id(const struct pprof *pprof, uint32_t object)
{
	if (object == pprof->hottest)
		return 1;
	return object + (object < pprof->hottest ? 2ULL : 1ULL);
}

static void put_mapping(struct pprof *pprof, uint32_t number)
{
	const struct symbols_object *object = &pprof->tree.recording->symbols.objects[number];
	char text[SYMBOLS_BUILD_ID_TEXT];
	const char *build_id = symbols_build_id_text(object, text);

	protobuf_number(&pprof->part, MAPPING_ID, mapping_id(pprof, number));
	protobuf_number(&pprof->part, MAPPING_LIMIT, UINT64_MAX);
	protobuf_number(&pprof->part, MAPPING_FILE, string(pprof, object->path));
	protobuf_number(&pprof->part, MAPPING_BUILD_ID, string(pprof, build_id ? build_id : ""));
	for (unsigned int field = MAPPING_HAS_FUNCTIONS; field <= MAPPING_HAS_INLINES; field++)
		protobuf_number(&pprof->part, field, 1);
	protobuf_message(&pprof->profile, PROFILE_MAPPING, &pprof->part);
}

/* @linkage NULL: it is not known apart from @name. */
static uint64_t function_id(struct pprof *pprof, const char *name, const char *linkage,
			    const char *file)
{
	uint64_t shown = string(pprof, name), system = string(pprof, linkage ? linkage : name);
	struct key key = { .high = shown << 32 | system, .low = string(pprof, file ? file : "") };
	uint32_t number = keyindex_get(&pprof->functions, key);

	if (number != KEYINDEX_NONE)
		return number;
	number = ++pprof->functions_count;
	if (keyindex_put(&pprof->functions, key, number))
		pprof->profile.failed = true;
	protobuf_number(&pprof->inner, FUNCTION_ID, number);
	protobuf_number(&pprof->inner, FUNCTION_NAME, shown);
	protobuf_number(&pprof->inner, FUNCTION_SYSTEM_NAME, system);
	protobuf_number(&pprof->inner, FUNCTION_FILE, key.low);
	protobuf_message(&pprof->profile, PROFILE_FUNCTION, &pprof->inner);
	return number;
}

static void put_line(struct pprof *pprof, const char *name, const char *linkage,
		     const struct elfobject_line *line)
{
	uint64_t function = function_id(pprof, name, linkage, line->file);

	protobuf_number(&pprof->inner, LINE_FUNCTION, function);
	protobuf_number(&pprof->inner, LINE_LINE, line->file ? (uint64_t)line->line : 0);
	protobuf_message(&pprof->part, LOCATION_LINE, &pprof->inner);
}

/* Innermost function first; each is on the line where the one inside it was inlined. */
static void put_location(struct pprof *pprof, uint32_t number)
{
	const struct calltree_frame *frame = &pprof->tree.frames[number];
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	size_t count = symbols_inlines(&frame->location, inlines);
	struct elfobject_line line = frame->line;
	char name[EXPORTTEXT_NAME];

	protobuf_number(&pprof->part, LOCATION_ID, number + 1);
	protobuf_number(&pprof->part, LOCATION_MAPPING,
			mapping_id(pprof, pprof->tree.functions.items[frame->function].object));
	protobuf_number(&pprof->part, LOCATION_ADDRESS, frame->location.address);
	for (size_t i = 0; i < count; i++) {
		put_line(pprof, inlines[i].name, NULL, &line);
		line = inlines[i].call;
	}
	put_line(pprof, exporttext_function(&frame->location, name), frame->location.linkage, &line);
	protobuf_message(&pprof->profile, PROFILE_LOCATION, &pprof->part);
}

static void put_label(struct pprof *pprof, const char *key, const char *text, uint64_t number)
{
	protobuf_number(&pprof->inner, LABEL_KEY, string(pprof, key));
	if (text)
		protobuf_number(&pprof->inner, LABEL_TEXT, string(pprof, text));
	else
		protobuf_number(&pprof->inner, LABEL_NUMBER, number);
	protobuf_message(&pprof->part, SAMPLE_LABEL, &pprof->inner);
}

static void put_sample(struct pprof *pprof, uint32_t node, uint16_t category, uint64_t cycles)
{
	const struct calltree *tree = &pprof->tree;
	const struct recording_thread *thread =
		&tree->recording->threads[tree->nodes.items[node].thread];
	const struct category_kind *kind = tree->measure->kind;
	char name[CATEGORY_TEXT];

	for (; node != CALLTREE_NONE; node = tree->nodes.items[node].parent)
		protobuf_packed(&pprof->inner, tree->nodes.items[node].frame + 1);
	protobuf_message(&pprof->part, SAMPLE_LOCATIONS, &pprof->inner);
	protobuf_packed(&pprof->inner, cycles);
	protobuf_message(&pprof->part, SAMPLE_VALUES, &pprof->inner);
	put_label(pprof, kind->name, category_name(kind, category, name), 0);
	put_label(pprof, "comm", thread->comm, 0);
	put_label(pprof, "pid", NULL, thread->pid);
	put_label(pprof, "tid", NULL, thread->tid);
	protobuf_message(&pprof->profile, PROFILE_SAMPLE, &pprof->part);
}

static void put_samples(struct pprof *pprof)
{
	const struct pics *pics = &pprof->tree.nodes.pics;
	struct export_rounding rounding = { 0 };

	for (size_t i = 0; i < pics->stacks_count; i++)
		for (size_t j = 0; j < pics->stacks[i].shares_count; j++) {
			const struct pics_share *share = &pics->stacks[i].shares[j];
			uint64_t cycles = export_whole_cycles(pprof->tree.measure, &rounding,
							      share->parts);

			if (cycles)
				put_sample(pprof, pics->stacks[i].place, share->category, cycles);
		}
}

static uint32_t find_hottest(const struct calltree *tree)
{
	uint32_t frame = tree->nodes.items[tree->nodes.pics.stacks[0].place].frame;

	return tree->functions.items[tree->frames[frame].function].object;
}

/* @begin_ns: if not 0, in place of what the recording knows. */
static void put_times(struct pprof *pprof, uint64_t begin_ns)
{
	const struct recording_measure *measure = pprof->tree.measure;

	if (!begin_ns && measure->first_ns)
		begin_ns = recording_wall_ns(pprof->tree.recording, measure->first_ns);
	protobuf_number(&pprof->profile, PROFILE_TIME_NS, begin_ns);
	protobuf_number(&pprof->profile, PROFILE_DURATION_NS, measure->last_ns - measure->first_ns);
}

static void put_profile(struct pprof *pprof, uint64_t begin_ns)
{
	const struct recording *recording = pprof->tree.recording;
	const struct calltree *tree = &pprof->tree;

	pprof->hottest = find_hottest(tree);
	string(pprof, "");
	put_type(pprof, PROFILE_SAMPLE_TYPE, tree->measure->kind->unit);
	put_samples(pprof);
	put_mapping(pprof, pprof->hottest);
	for (uint32_t i = 0; i < recording->symbols.count; i++)
		if (i != pprof->hottest)
			put_mapping(pprof, i);
	for (uint32_t i = 0; i < pprof->tree.frames_count; i++)
		put_location(pprof, i);
	put_times(pprof, begin_ns);
	put_type(pprof, PROFILE_PERIOD_TYPE, "cycles");
	protobuf_number(&pprof->profile, PROFILE_PERIOD, tree->measure->period);
	if (recording->command)
		protobuf_number(&pprof->profile, PROFILE_COMMENT,
				string(pprof, recording->command));
	for (size_t i = 0; i < pprof->strings.count; i++)
		protobuf_bytes(&pprof->profile, PROFILE_STRING, pprof->strings.texts[i],
			       strlen(pprof->strings.texts[i]));
}

/* gzip around deflate; without a time, so that equal profiles are equal files. */
static int put_compressed(const struct protobuf *message, FILE *file)
{
	z_stream stream = { .next_in = message->bytes };
	size_t left = message->size;
	int status = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8,
				  Z_DEFAULT_STRATEGY);
	uint8_t out[65536];

	if (status != Z_OK)
		return -ENOMEM;
	do {
		uInt step = left > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uInt)left;

		if (!stream.avail_in) {
			stream.avail_in = step;
			left -= step;
		}
		stream.next_out = out;
		stream.avail_out = sizeof(out);
		status = deflate(&stream, left ? Z_NO_FLUSH : Z_FINISH);
		fwrite(out, 1, sizeof(out) - stream.avail_out, file);
	} while (status == Z_OK || status == Z_BUF_ERROR);
	deflateEnd(&stream);
	return 0;
}

static void pprof_deinit(struct pprof *pprof)
{
	texttable_deinit(&pprof->strings);
	keyindex_deinit(&pprof->functions);
	protobuf_deinit(&pprof->profile);
	protobuf_deinit(&pprof->part);
	protobuf_deinit(&pprof->inner);
	calltree_deinit(&pprof->tree);
}

int export_pprof(const struct export *export, struct fault *fault)
{
	struct pprof pprof = { 0 };
	int error = calltree_build(&pprof.tree, export->recording, export->measure, export->wanted,
				   CALLTREE_INSTRUCTIONS);

	if (!error) {
		put_profile(&pprof, export->begin_ns);
		error = protobuf_failed(&pprof.profile) || pprof.strings.failed ? -ENOMEM :
			put_compressed(&pprof.profile, export->file);
	}
	if (error)
		fault_no_memory(fault, "the profile");
	pprof_deinit(&pprof);
	return error;
}
