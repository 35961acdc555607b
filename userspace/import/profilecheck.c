// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profilecheck.c - all that is wrong with a profile, by name; see profilecheck.h
 *
 * The schema is the file of docs/, taken in by the assembler: module.mk has the dependency.
 */
#include "profilecheck.h"

#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording/recording.h"

#define VERSION		1
#define DEPTH_MOST	8		/* as the reader has it */
#define CHUNK_BYTES	65536
#define PERF_MAGIC	"PERFILE2"	/* the first bytes of a perf.data */

__asm__(".pushsection .rodata\n"
	".globl profilecheck_schema\n"
	"profilecheck_schema:\n"
	".incbin \"docs/profile.schema.json\"\n"
	".byte 0\n"
	".size profilecheck_schema, . - profilecheck_schema\n"
	".popsection\n");

extern const char profilecheck_schema[];

/* The members that have rows. */
static const char *const row_members[] = {
	"tea", "golden", "ibs", "spe", "ris", "tagged", "nci",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct profile_checker {
	schema_tell tell;
	void *context;
	long faults;
};

static void complain(struct profile_checker *checker, const char *where, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void complain(struct profile_checker *checker, const char *where, const char *format, ...)
{
	char what[sizeof(((struct fault *)0)->text)];
	va_list list;

	va_start(list, format);
	vsnprintf(what, sizeof(what), format, list);
	va_end(list);
	checker->tell(checker->context, where, what);
	checker->faults++;
}

/* Bytes of @input to @tokener until its value is whole. NULL: it is not, or memory ran out. */
static struct json_object *parse_input(const struct input *input, struct json_tokener *tokener,
				       uint64_t *at)
{
	char chunk[CHUNK_BYTES];
	struct json_object *document = NULL;
	ssize_t size = 1;

	for (*at = 0; !document && size > 0; *at += (uint64_t)size) {
		size = input_read(input, *at, chunk, sizeof(chunk));
		if (size <= 0)
			break;
		document = json_tokener_parse_ex(tokener, chunk, (int)size);
		if (json_tokener_get_error(tokener) != json_tokener_continue) {
			*at += json_tokener_get_parse_end(tokener);
			break;
		}
	}
	return document;
}

static bool is_perfdata(const struct input *input)
{
	const size_t size = strlen(PERF_MAGIC);
	char magic[sizeof(PERF_MAGIC)];

	return input_read(input, 0, magic, size) == (ssize_t)size && !memcmp(magic, PERF_MAGIC, size);
}

static struct json_object *read_document(struct profile_checker *checker, const char *path,
					 struct fault *fault)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MOST);
	struct json_object *document = NULL;
	struct input input;
	uint64_t at = 0;

	if (!tokener) {
		fault_no_memory(fault, "the profile");
	} else if (!input_open(&input, path, &(struct progress){ 0 }, fault)) {
		document = is_perfdata(&input) ? NULL : parse_input(&input, tokener, &at);
		if (!document && is_perfdata(&input))
			fault_set(fault, -EINVAL, "a recording of perf, no profile: leave out --check to "
				  "see what it lacks");
		else if (!document)
			complain(checker, "the document", "is no JSON at byte %" PRIu64 ": %s", at,
				 json_tokener_get_error(tokener) == json_tokener_continue ?
				 "it ends too early" :
				 json_tokener_error_desc(json_tokener_get_error(tokener)));
		input_close(&input);
	}
	if (tokener)
		json_tokener_free(tokener);
	return document;
}

/* How many categories its rows can name. */
static int64_t count_categories(struct json_object *document)
{
	struct json_object *object;

	if (!json_object_object_get_ex(document, "categories", &object))
		return category_unknown(&category_signatures) +
		       json_object_object_get_ex(document, "merged", NULL);
	return (int64_t)json_object_array_length(json_object_object_get(object, "items"));
}

/* Whole numbers that a schema cannot bound. */
static void check_rows(struct profile_checker *checker, struct json_object *document,
		       const char *name)
{
	struct json_object *rows = json_object_object_get(document, name);
	int64_t categories = count_categories(document);

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		int64_t category = json_object_get_int64(json_object_array_get_idx(row, 1));
		char where[64];

		if (category < categories)
			continue;
		snprintf(where, sizeof(where), "%s[%zu][1]", name, i);
		complain(checker, where, "is %" PRId64 "; the profile's categories are 0 to %" PRId64,
			 category, categories - 1);
	}
}

static void check_mappings(struct profile_checker *checker, struct json_object *document)
{
	struct json_object *mappings = json_object_object_get(document, "mappings");

	for (size_t i = 0; i < json_object_array_length(mappings); i++) {
		struct json_object *item = json_object_array_get_idx(mappings, i);
		const char *start = json_object_get_string(json_object_object_get(item, "start"));
		const char *end = json_object_get_string(json_object_object_get(item, "end"));
		char where[64];

		if (strtoull(start, NULL, 16) < strtoull(end, NULL, 16))
			continue;
		snprintf(where, sizeof(where), "mappings[%zu]", i);
		complain(checker, where, "is from %s to %s; its end has to be above its start", start,
			 end);
	}
}

/* As tea reads it, for one of its views. */
static void check_reading(struct profile_checker *checker, const char *path, const char *name,
			  enum measure measure)
{
	const struct recording_options options = {
		.path = path, .of = { { measure } }, .symfs = "", .empty = true,
		.also = { { { MEASURE_STAGES } }, { { MEASURE_FLOPS } } },
		.sequence = true,
	};
	struct recording recording;
	struct fault fault;

	if (recording_open(&recording, &options, &fault))
		complain(checker, name, "cannot be shown: %s", fault.text + strlen(path) + strlen("'': "));
	else
		recording_close(&recording);
}

static bool has(struct json_object *document, const char *name)
{
	return json_object_object_get_ex(document, name, NULL);
}

static void check_views(struct profile_checker *checker, const char *path,
			struct json_object *document)
{
	static const struct {
		const char *member;
		enum measure measure;
	} read[] = {
		{ "tea", MEASURE_CYCLES }, { "golden", MEASURE_GOLDEN }, { "stages", MEASURE_STAGES },
		{ "flops", MEASURE_FLOPS }, { "path", MEASURE_PATH },
	};

	for (size_t i = 0; i < COUNT(read); i++)
		if (has(document, read[i].member))
			check_reading(checker, path, read[i].member, read[i].measure);
}

static void check_document(struct profile_checker *checker, const char *path,
			   struct json_object *document, struct fault *fault)
{
	struct json_object *schema = json_tokener_parse(profilecheck_schema);
	int64_t version = json_object_get_int64(json_object_object_get(document, "tea_profile"));
	long faults;

	if (version > VERSION) {
		complain(checker, "tea_profile", "is %" PRId64 ", and this 'tea' knows versions up to %d: "
			 "use a newer one", version, VERSION);
		faults = 1;
	} else {
		faults = schema ? schema_check(schema, document, checker->tell, checker->context) :
				  -ENOMEM;
		if (faults < 0)
			checker->faults = fault_no_memory(fault, "the schema");
		else
			checker->faults += faults;
	}
	json_object_put(schema);
	if (faults)
		return;
	for (size_t i = 0; i < COUNT(row_members); i++)
		check_rows(checker, document, row_members[i]);
	check_mappings(checker, document);
	if (!checker->faults)
		check_views(checker, path, document);
}

static size_t count_rows(struct json_object *document, const char *name)
{
	struct json_object *rows;

	return json_object_object_get_ex(document, name, &rows) ? json_object_array_length(rows) : 0;
}

long profilecheck_file(const char *path, schema_tell tell, void *context,
		       struct profilecheck *found, struct fault *fault)
{
	struct profile_checker checker = { .tell = tell, .context = context };
	struct json_object *document;

	fault->text[0] = '\0';
	document = read_document(&checker, path, fault);
	if (!document)
		return checker.faults ? checker.faults : -EIO;
	check_document(&checker, path, document, fault);
	if (!checker.faults)
		*found = (struct profilecheck){
			.version = json_object_get_uint64(json_object_object_get(document, "tea_profile")),
			.samples = count_rows(document, "tea"), .golden = count_rows(document, "golden"),
			.stages = has(document, "stages"), .flops = has(document, "flops"),
			.path = has(document, "path"),
		};
	json_object_put(document);
	return checker.faults;
}
