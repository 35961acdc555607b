// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * selection.c - filters from text; see selection.h
 */
#include "selection.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "symbols/debuginfod.h"

#define NS_DIGITS	9
#define RANGE_MAX	4096		/* numbers of one range, as of CPUs */

/* Commas in it; one more items. */
static size_t count_commas(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == ',';
	return count;
}

/* Where the list's first item ends. Names of C++ have commas too, in brackets. */
static size_t item_length(const char *list)
{
	size_t depth = 0, length = 0;

	for (; list[length] && (depth || list[length] != ','); length++) {
		depth += strchr("(<[", list[length]) != NULL;
		depth -= depth && strchr(")>]", list[length]) && !(length && list[length - 1] == '-');
	}
	/* brackets that do not close, as in operator<, hold nothing */
	return list[length] || !depth ? length : strcspn(list, ",");
}

static void *own(struct selection *selection, void *memory)
{
	if (memory)
		selection->owned[selection->owned_count++] = memory;
	return memory;
}

/* The list's texts, cut apart in one copy of it. */
static int parse_texts(struct selection *selection, const char *list,
		       struct recording_texts *texts, struct fault *fault)
{
	size_t count, bytes;
	const char **items;
	char *copy;

	if (!list)
		return 0;
	count = count_commas(list) + 1;
	bytes = count * sizeof(*items);
	items = own(selection, malloc(bytes + strlen(list) + 1));
	if (!items)
		return fault_no_memory(fault, "the filters");
	copy = strcpy((char *)items + bytes, list);
	for (size_t i = 0; i < count; i++)
		items[i] = strsep(&copy, ",");
	*texts = (struct recording_texts){ .items = items, .count = count };
	return 0;
}

static int parse_code(struct selection *selection, const char *list,
		      struct codefilter_names *names, struct fault *fault)
{
	struct codefilter_name *items;
	char *copy;

	if (!list)
		return 0;
	items = own(selection, calloc(count_commas(list) + 1, sizeof(*items)));
	copy = own(selection, strdup(list));
	if (!items || !copy)
		return fault_no_memory(fault, "the filters");
	*names = (struct codefilter_names){ .items = items };
	for (char *at = copy; at;) {
		size_t length = item_length(at);

		items[names->count++].text = at;
		at = at[length] ? at + length + 1 : NULL;
		if (at)
			at[-1] = '\0';
	}
	return 0;
}

static bool parse_number(const char **text, uint32_t *number)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(*text, &end, 10);
	if (!isdigit((unsigned char)**text) || errno || value > UINT32_MAX)
		return false;
	*text = end;
	*number = (uint32_t)value;
	return true;
}

/* A number, or a range of them. Moves @text behind it. */
static bool parse_range(const char **text, uint32_t *first, uint32_t *last)
{
	if (!parse_number(text, first))
		return false;
	*last = *first;
	if (**text == '-') {
		++*text;
		if (!parse_number(text, last))
			return false;
	}
	return *last >= *first && *last - *first < RANGE_MAX && (!**text || **text == ',');
}

static int add_range(uint32_t **items, size_t *count, uint32_t first, uint32_t last)
{
	for (uint64_t number = first; number <= last; number++) {
		uint32_t *grown = array_grow(*items, *count, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		*items = grown;
		grown[(*count)++] = (uint32_t)number;
	}
	return 0;
}

static int parse_numbers(struct selection *selection, const char *option, const char *list,
			 struct recording_numbers *numbers, struct fault *fault)
{
	const char *at = list;
	uint32_t *items = NULL, first, last;
	size_t count = 0;
	int error = 0;

	while (list && !error) {
		if (!parse_range(&at, &first, &last))
			error = fault_set(fault, -EINVAL, "--%s cannot be '%s': give numbers, and ranges of "
					  "up to %d of them, as 1,3-5", option, list, RANGE_MAX);
		else if (add_range(&items, &count, first, last))
			error = fault_no_memory(fault, "the filters");
		if (error || !*at)
			break;
		at++;
	}
	own(selection, items);
	*numbers = (struct recording_numbers){ .items = items, .count = count };
	return error;
}

/* Seconds with up to nine decimals, up to @end, as nanoseconds. */
static bool parse_seconds(const char *text, const char *end, uint64_t *ns)
{
	unsigned int decimals = 0;
	bool point = false;

	for (*ns = 0; text < end; text++) {
		if (*text == '.' && !point) {
			point = true;
			continue;
		}
		if (!isdigit((unsigned char)*text) || decimals == NS_DIGITS ||
		    *ns > UINT64_MAX / 10 - 1)
			return false;
		*ns = *ns * 10 + (uint64_t)(*text - '0');
		decimals += point;
	}
	for (; decimals < NS_DIGITS; decimals++)
		if (__builtin_mul_overflow(*ns, 10, ns))
			return false;
	return true;
}

/* "10%-20%" of the time, or "10%/2", the second tenth of it, as perf has them. */
static bool parse_percents(const char *text, struct recording_filter *filter)
{
	char *end;
	double first = strtod(text, &end), last;
	unsigned long number;

	if (end == text || *end++ != '%' || !isdigit((unsigned char)*text))
		return false;
	if (*end == '/') {
		number = strtoul(end + 1, &end, 10);
		last = first * (double)number;
		first = last - first;
	} else {
		last = *end == '-' ? strtod(end + 1, &end) : 0;
		if (*end++ != '%')
			return false;
	}
	filter->percent_begin = first;
	filter->percent_end = last;
	return !*end && first >= 0 && last > first && last <= 100;
}

static int parse_time(const char *text, struct recording_filter *filter, struct fault *fault)
{
	const char *comma = text ? strchr(text, ',') : NULL;

	if (!text || parse_percents(text, filter))
		return 0;
	if (!comma || !parse_seconds(text, comma, &filter->time_begin_ns) ||
	    (comma[1] && !parse_seconds(comma + 1, comma + strlen(comma), &filter->time_end_ns)))
		return fault_set(fault, -EINVAL, "--time cannot be '%s': give START,STOP in seconds as "
				 "perf script prints them, 10%%-20%% or 10%%/2", text);
	if (filter->time_end_ns && filter->time_end_ns < filter->time_begin_ns)
		return fault_set(fault, -EINVAL, "--time '%s' ends before it begins", text);
	return 0;
}

/* Up to the next comma, but for those between slashes: tea/period=1000,slots=4/u. */
static size_t event_length(const char *list)
{
	bool inside = false;
	size_t length = 0;

	for (; list[length] && (inside || list[length] != ','); length++)
		inside ^= list[length] == '/';
	return length;
}

static char *append(char *end, const char *name, size_t length)
{
	end = mempcpy(end, name, length);
	*end = '\0';
	return end;
}

/* One that was recorded is chosen, by name or number; of pairs, one on each side. */
static int choose_event(struct selection *selection, const char *event, struct fault *fault)
{
	const char **place = selection->recording.event ? &selection->second :
							  &selection->recording.event;

	if (*place || (place == &selection->second && !selection->pairs))
		return fault_set(fault, -EINVAL, "'%s' and '%s' are two recorded events, which are "
				 "shown one %s; tea(1) lists events of signatures",
				 *place ? *place : selection->recording.event, event,
				 selection->pairs ? "on each side" : "at a time");
	*place = event;
	return 0;
}

/* A measure by its name, or recorded events: of pairs one on each side. */
static int parse_of(struct selection *selection, struct fault *fault)
{
	const char *list = selection->of;
	enum measure measure = list ? measure_find(list) : MEASURE_NONE;
	char *chosen = list ? own(selection, malloc(strlen(list) + 1)) : NULL;
	size_t length;
	int error = 0;

	if (list && !chosen)
		return fault_no_memory(fault, "the names of events");
	if (measure != MEASURE_NONE) {
		selection->recording.of = (struct measures_wanted){ { measure } };
		return 0;
	}
	for (; list && !error; list = list[length] ? list + length + 1 : NULL) {
		length = event_length(list);
		append(chosen, list, length);
		error = choose_event(selection, chosen, fault);
		chosen += length + 1;
	}
	return error;
}

/* Events of signatures are a filter. Others are recorded ones, which --of chooses: an older way. */
static int parse_events(struct selection *selection, struct fault *fault)
{
	const char *list = selection->event;
	size_t size = list ? strlen(list) + 1 : 0, length;
	char *filter = list ? own(selection, malloc(2 * size)) : NULL, *end = filter;
	char *chosen = filter ? filter + size : NULL;
	uint16_t event;
	int error = 0;

	if (list && !filter)
		return fault_no_memory(fault, "the filters");
	for (; list && !error; list = list[length] ? list + length + 1 : NULL) {
		length = event_length(list);
		if (category_parse_item(&category_signatures, list, length, &event)) {
			end = append(end == filter ? end : append(end, ",", 1), list, length);
			selection->recording.filter.events = filter;
			continue;
		}
		append(chosen, list, length);
		if (measure_find(chosen) == MEASURE_WAITS)
			selection->recording.of = (struct measures_wanted){ { MEASURE_WAITS } };
		else
			error = choose_event(selection, chosen, fault);
		chosen += length + 1;
	}
	return error;
}

/* All filters as they were given, for people. */
static int describe(struct selection *selection, struct fault *fault)
{
	const struct {
		const char *name, *value;
	} given[] = {
		{ "comms", selection->comms }, { "pid", selection->pids },
		{ "tid", selection->tids }, { "cpu", selection->cpus },
		{ "time", selection->time }, { "states", selection->states },
		{ "signature", selection->categories }, { "event", selection->event },
		{ "dsos", selection->objects }, { "symbols", selection->symbols },
	};
	size_t size;
	FILE *file = open_memstream(&selection->text, &size);

	if (!file)
		return fault_no_memory(fault, "the filters");
	for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++)
		if (given[i].value)
			fprintf(file, "%s%s=%s", ftell(file) > 0 ? " " : "", given[i].name,
				given[i].value);
	fclose(file);
	if (!size) {
		free(selection->text);
		selection->text = NULL;
	}
	return 0;
}

/* elfutils would access the network unasked, which is not to surprise anyone. */
static int allow_network(bool asked, struct fault *fault)
{
	if (!asked)
		unsetenv("DEBUGINFOD_URLS");
	else if (!debuginfod_usable())
		return fault_set(fault, -EINVAL, "--debuginfod asks the servers of "
				 "$DEBUGINFOD_URLS, separated by spaces: set it, and install "
				 "libdebuginfod");
	return 0;
}

static int parse_strip(struct selection *selection, struct fault *fault)
{
	if (!selection->prefix_strip)
		return 0;
	if (!selection->recording.prefix)
		return fault_set(fault, -EINVAL, "--prefix-strip takes off what --prefix replaces: give "
				 "--prefix DIR too");
	return option_number("prefix-strip", selection->prefix_strip,
			     &selection->recording.prefix_strip, fault);
}

static bool is_newer(const struct stat *one, const struct stat *other)
{
	return one->st_mtim.tv_sec != other->st_mtim.tv_sec ?
	       one->st_mtim.tv_sec > other->st_mtim.tv_sec :
	       one->st_mtim.tv_nsec > other->st_mtim.tv_nsec;
}

/* The newest that is here, of those that the command can read. */
static int find_file(struct selection *selection, struct fault *fault)
{
	static const char *const names[] = { SELECTION_PROFILE, SELECTION_PERF };
	const char **path = &selection->recording.path;
	struct stat newest = { 0 }, found;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if ((selection->only && strcmp(selection->only, names[i])) || stat(names[i], &found))
			continue;
		selection->older = *path;
		if (!*path || is_newer(&found, &newest)) {
			*path = names[i];
			newest = found;
		} else {
			selection->older = names[i];
		}
	}
	if (*path)
		return 0;
	if (selection->only)
		return fault_set(fault, -ENOENT, "no file is named, and '%s' is not here: name one with -i",
				 selection->only);
	return fault_set(fault, -ENOENT, "no file is named, and neither '" SELECTION_PERF "' nor '"
			 SELECTION_PROFILE "' is here: name one with -i, or make one by 'tea record' or "
			 "'tea sim'");
}

int selection_operand(struct selection *selection, int count, char *const *operands,
		      struct fault *fault)
{
	const char **path = &selection->recording.path;

	if (count && *path)
		return fault_set(fault, -EINVAL, "'%s' and '%s' are two files: name one of them", *path,
				 operands[0]);
	if (count)
		*path = operands[0];
	return *path ? 0 : find_file(selection, fault);
}

int selection_parse(struct selection *selection, struct fault *fault)
{
	struct recording_filter *filter = &selection->recording.filter;
	int error = allow_network(selection->recording.debuginfod, fault);

	filter->states = selection->states;
	filter->categories = selection->categories;
	if (!error)
		error = parse_strip(selection, fault);
	if (!error)
		error = parse_texts(selection, selection->comms, &filter->comms, fault);
	if (!error)
		error = parse_code(selection, selection->objects, &selection->code.objects, fault);
	if (!error)
		error = parse_code(selection, selection->symbols, &selection->code.symbols, fault);
	if (!error)
		error = parse_numbers(selection, "pid", selection->pids, &filter->pids, fault);
	if (!error)
		error = parse_numbers(selection, "tid", selection->tids, &filter->tids, fault);
	if (!error)
		error = parse_numbers(selection, "cpu", selection->cpus, &filter->cpus, fault);
	if (!error)
		error = parse_time(selection->time, filter, fault);
	if (!error)
		error = parse_of(selection, fault);
	if (!error)
		error = parse_events(selection, fault);
	return error ? error : describe(selection, fault);
}

/* A measure that was asked for by name is shown, or none. */
static int check_of(const struct selection *selection, const struct recording *recording,
		    struct fault *fault)
{
	enum measure asked = selection->of ? measure_find(selection->of) : MEASURE_NONE;
	char text[MEASURES_TEXT];

	if (asked == MEASURE_NONE || asked == recording->shown->id)
		return 0;
	return fault_set(fault, -ENODATA, "'%s': no %s in it: it has %s", recording->path,
			 measure_texts[asked], measures_list(recording_measures(recording), text));
}

int selection_read(struct selection *selection, const char *path, struct recording *recording,
		   struct fault *fault)
{
	int error;

	progressbar_begin(&selection->bar);
	selection->recording.path = path;
	selection->recording.progress = progressbar_progress(&selection->bar);
	error = recording_open(recording, &selection->recording, fault);
	if (error) {
		progressbar_end(&selection->bar);
		return error;
	}
	error = check_of(selection, recording, fault);
	if (error) {
		selection_close(selection, recording);
		return error;
	}
	codefilter_look(&selection->code, recording, recording->shown);
	if (selection->older)
		notes_add(&recording->notes, "'%s' is here, too, and older: -i %s shows it",
			  selection->older, selection->older);
	return 0;
}

const struct codefilter *selection_code(const struct selection *selection)
{
	const struct codefilter *code = &selection->code;

	return code->objects.count || code->symbols.count ? code : NULL;
}

int selection_check(const struct selection *selection, struct fault *fault)
{
	return codefilter_check(&selection->code, fault);
}

int selection_open(struct selection *selection, struct recording *recording,
		   struct fault *fault)
{
	int error = selection_parse(selection, fault);

	if (!error)
		error = selection_read(selection, selection->recording.path, recording, fault);
	if (error)
		return error;
	error = selection_check(selection, fault);
	if (error)
		selection_close(selection, recording);
	return error;
}

int selection_check_samples(const struct recording *recording, struct fault *fault)
{
	if (recording->shown->sequence_count)
		return 0;
	return fault_set(fault, -ENODATA, "'%s' does not say when a sample was taken: %s",
			 recording->path, recording->json ? "a profile of 'tea sim' has sums only; record it with "
			 "'perf record -T' on the guest" : "record it with 'perf record -T'");
}

int selection_check_times(const struct selection *selection, const struct recording *recording,
			  struct fault *fault)
{
	if (recording->shown->slices.count && selection_code(selection))
		return fault_set(fault, -ENODATA, "'%s': slices of a profile are of all code: leave out --dsos "
				 "and --symbols", recording->path);
	if (recording->shown->slices.count)
		return 0;
	if (recording->json)
		return fault_set(fault, -ENODATA, "'%s': no %s over time in it: run 'tea sim' again, %swith "
				 "'slices' among its --observers, and give --of golden or stages",
				 recording->path, measure_names[recording->shown->id],
				 recording->sampled.groups ? "without --sampled and " : "");
	return selection_check_samples(recording, fault);
}

void selection_close(struct selection *selection, struct recording *recording)
{
	progressbar_end(&selection->bar);
	recording_close(recording);
}

void selection_deinit(struct selection *selection)
{
	for (size_t i = 0; i < selection->owned_count; i++)
		free(selection->owned[i]);
	free(selection->text);
	selection->owned_count = 0;
	selection->text = NULL;
}
