// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_push.c - tea push: a recording to a service that keeps those of many machines
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/input.h"
#include "exportformats.h"
#include "push/pushservices.h"
#include "push/sender.h"
#include "selection.h"
#include "text/view.h"
#include "version.h"

#define NS_PER_S	1000000000ULL

struct push {
	struct selection selection;
	unsigned int service;
	const char *name;		/* of the application; NULL: the program's */
	struct wordlist labels;
	struct libcurl curl;
	struct endpoint endpoint;
};

/* All that is sent. */
struct parcel {
	struct pushed pushed;
	struct pushlabels labels;
	char *name;
	char *pprof;
	struct message message;
};

static uint64_t ns_of(const struct timespec *time)
{
	return (uint64_t)time->tv_sec * NS_PER_S + (uint64_t)time->tv_nsec;
}

/* A file that does not say when it was recorded was written when that was over; a pipe is read. */
static uint64_t file_ns(const char *path)
{
	struct timespec now;
	struct stat found;

	if (!input_stat(path, &found) && S_ISREG(found.st_mode))
		return ns_of(&found.st_mtim);
	clock_gettime(CLOCK_REALTIME, &now);
	return ns_of(&now);
}

static void set_times(struct pushed *pushed, const struct recording *recording)
{
	const struct recording_measure *measure = recording->shown;
	uint64_t length_ns = measure->last_ns - measure->first_ns;

	if (measure->first_ns)
		pushed->begin_ns = recording_wall_ns(recording, measure->first_ns);
	if (!pushed->begin_ns)
		pushed->begin_ns = file_ns(recording->path) - length_ns;
	pushed->end_ns = pushed->begin_ns + length_ns;
}

/* That of the thread with most cycles. 0, or a negative errno with @fault filled. */
static int name_program(struct parcel *parcel, struct recording *recording, struct fault *fault)
{
	const struct rows_options by_thread = { .by = ROWS_BY_THREAD };
	const char *comm;
	struct rows rows;

	if (rows_fold(&rows, recording, recording->shown, &by_thread))
		return fault_no_memory(fault, "the threads");
	comm = rows.count ? rows.rows[0].thread->comm : NULL;
	parcel->name = strdup(comm && *comm ? comm : "unknown");
	rows_deinit(&rows);
	if (!parcel->name)
		return fault_no_memory(fault, "the name");
	pushlabels_mend_name(parcel->name);
	return 0;
}

static int describe(struct parcel *parcel, const struct push *push, struct recording *recording,
		    struct fault *fault)
{
	struct pushed *pushed = &parcel->pushed;
	int error = 0;

	if (!push->name)
		error = name_program(parcel, recording, fault);
	if (!error && pushlabels_describe(&parcel->labels, recording, TEA_VERSION))
		error = fault_no_memory(fault, "the labels");
	for (size_t i = 0; !error && i < push->labels.count; i++)
		error = pushlabels_set(&parcel->labels, push->labels.items[i], fault);
	pushed->name = push->name ? push->name : parcel->name;
	pushed->labels = &parcel->labels;
	pushed->unit = recording->shown->kind->unit;
	set_times(pushed, recording);
	return error;
}

/* As tea export --to pprof writes it, but with its time known. */
static int encode(struct parcel *parcel, struct recording *recording, struct fault *fault)
{
	const struct rows_options wanted = { .by = ROWS_BY_OBJECT };
	struct pushed *pushed = &parcel->pushed;
	struct export export = {
		.recording = recording, .measure = recording->shown, .wanted = &wanted,
		.begin_ns = pushed->begin_ns, .file = open_memstream(&parcel->pprof, &pushed->size),
	};
	int error;

	if (!export.file)
		return fault_no_memory(fault, "the profile");
	error = export_note(&export, fault);
	if (!error)
		error = export_pprof(&export, fault);
	if (fclose(export.file) && !error)
		error = fault_no_memory(fault, "the profile");
	pushed->pprof = parcel->pprof;
	return error;
}

static void tell(const struct push *push, const struct parcel *parcel, int tries)
{
	struct term term;

	term_init(&term, stdout);
	printf("%zu bytes sent to ", parcel->pushed.size);
	term_put(&term, push->endpoint.url);
	fputs(" as ", stdout);
	term_put(&term, parcel->pushed.name);
	for (size_t i = 0; i < parcel->labels.count; i++) {
		fputs(i ? ", " : " {", stdout);
		term_put(&term, parcel->labels.items[i].name);
		putchar('=');
		term_put(&term, parcel->labels.items[i].value);
	}
	printf("%s, in %d %s\n", parcel->labels.count ? "}" : "", tries,
	       tries == 1 ? "try" : "tries");
}

static int send_parcel(struct push *push, struct parcel *parcel, struct recording *recording,
		       struct fault *fault)
{
	const struct sender sender = {
		.curl = &push->curl, .endpoint = &push->endpoint, .limits = &sender_limits_default,
		.agent = "tea/" TEA_VERSION, .progress = recording->options.progress,
	};
	int tries;

	if (pushservice_compose(push->service, &parcel->pushed, &push->curl, &parcel->message))
		return fault_no_memory(fault, "the message");
	tries = sender_send(&sender, &parcel->message, fault);
	progressbar_end(&push->selection.bar);
	if (tries < 0)
		return tries;
	tell(push, parcel, tries);
	view_warn(recording, stderr);
	return 0;
}

static int push_recording(struct push *push, struct recording *recording, struct fault *fault)
{
	struct parcel parcel = { .name = NULL };
	int error = describe(&parcel, push, recording, fault);

	if (!error)
		error = encode(&parcel, recording, fault);
	if (!error)
		error = send_parcel(push, &parcel, recording, fault);
	message_deinit(&parcel.message);
	pushlabels_deinit(&parcel.labels);
	free(parcel.name);
	free(parcel.pprof);
	return error;
}

/* All that needs no recording, so that it fails before one is read. */
static int check(struct push *push, int count, char **operands, struct fault *fault)
{
	struct pushlabels labels = { .count = 0 };
	const char *tenant = NULL;
	int error = 0;

	if (!count)
		return fault_set(fault, -EINVAL,
				 "no URL: give that of the service, as http://localhost:4040");
	if (push->service == PUSHSERVICE_COUNT)
		return fault_set(fault, -EINVAL,
				 "no service: give one with --to, 'tea push -h' lists them");
	if (pushservice_has_tenants(push->service))
		tenant = getenv(ENDPOINT_TENANT);
	if (push->name)
		error = pushlabels_check_name(push->name, fault);
	for (size_t i = 0; !error && i < push->labels.count; i++)
		error = pushlabels_set(&labels, push->labels.items[i], fault);
	pushlabels_deinit(&labels);
	if (!error)
		error = libcurl_load(&push->curl, fault);
	return error ? error :
		       endpoint_init(&push->endpoint, &push->curl, operands[0],
				     getenv(ENDPOINT_TOKEN), tenant, fault);
}

static int act(void *context, int count, char **operands, struct fault *fault)
{
	struct push *push = context;
	struct recording recording;
	int error = check(push, count, operands, fault);

	if (error)
		return error;
	push->selection.recording.chains = true;
	error = selection_operand(&push->selection, 0, NULL, fault);
	if (!error)
		error = selection_open(&push->selection, &recording, fault);
	if (!error) {
		error = push_recording(push, &recording, fault);
		selection_close(&push->selection, &recording);
	}
	endpoint_deinit(&push->endpoint);
	return error;
}

static int push_run(int argc, char **argv)
{
	struct push push = { .selection = SELECTION_DEFAULT, .service = PUSHSERVICE_COUNT };
	const struct option table[] = {
		{ "to", 0, OPTION_CHOICE, "SERVICE", "whose interface it is, one of",
		  pushservice_names, &push.service },
		{ "name", 0, OPTION_TEXT, "NAME", "of the application (default: the program's)",
		  NULL, &push.name },
		{ "label", 0, OPTION_LIST, "NAME=VALUE", "a label of the recording", NULL,
		  &push.labels },
		SELECTION_RECORDING(&push.selection),
		{ 0 },
	};
	int status = command_main(&cmd_push, table, argc, argv, act, &push);

	free(push.labels.items);
	selection_deinit(&push.selection);
	return status;
}

const struct command cmd_push = {
	.name = "push",
	.operands = "URL",
	.operands_most = 1,
	.remedy = "name one URL, and the recording with -i",
	.summary = "Send a recording to Pyroscope or Parca.",
	.run = push_run,
};
