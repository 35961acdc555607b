// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sender.c - one message by libcurl, with tries; see sender.h
 */
#include "sender.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "grpcstatus.h"

#define ANSWER_BYTES	4096		/* of an answer that are kept: its first line is shown */

const struct sender_limits sender_limits_default = {
	.tries = 5, .connect_s = 10, .stall_s = 30, .wait_ms = 1000, .patience_s = 120,
};

/* How a try ended. */
struct answer {
	int result;			/* of enum curlabi_result, or another one of curl's */
	long status;			/* of HTTP, or as it were of gRPC; 0: there is none */
	bool foreign;			/* it is no such service's */
	struct grpcstatus grpc;
	int64_t retry_after_s;
	char error[CURLABI_ERROR_BYTES];	/* curl's words on the result */
	char text[ANSWER_BYTES];
	size_t size;
	char *elsewhere;		/* where a redirect leads to; or NULL */
};

/* What belongs to the handle of a message. */
struct request {
	struct curl_handle *handle;
	struct curl_list *headers;
	struct curl_form *form;
	char *url;
	bool grpc;
};

bool sender_is_passing(long status)
{
	static const long passing[] = { 408, 429, 500, 502, 503, 504 };

	for (size_t i = 0; i < sizeof(passing) / sizeof(passing[0]); i++)
		if (status == passing[i])
			return true;
	return false;
}

static bool is_good(long status)
{
	return status >= 200 && status < 300;
}

static bool is_network(int result)
{
	static const int network[] = {
		CURLABI_COULDNT_RESOLVE_PROXY, CURLABI_COULDNT_RESOLVE_HOST,
		CURLABI_COULDNT_CONNECT, CURLABI_HTTP2, CURLABI_PARTIAL_FILE,
		CURLABI_OPERATION_TIMEDOUT, CURLABI_SSL_CONNECT_ERROR, CURLABI_GOT_NOTHING,
		CURLABI_SEND_ERROR, CURLABI_RECV_ERROR, CURLABI_HTTP2_STREAM,
	};

	for (size_t i = 0; i < sizeof(network) / sizeof(network[0]); i++)
		if (result == network[i])
			return true;
	return false;
}

static size_t keep_answer(char *bytes, size_t one, size_t count, void *context)
{
	struct answer *answer = context;
	size_t room = sizeof(answer->text) - 1 - answer->size;
	size_t kept = count < room ? count : room;

	memcpy(answer->text + answer->size, bytes, kept);
	answer->size += kept;
	return one * count;
}

static size_t keep_header(char *line, size_t one, size_t count, void *context)
{
	struct answer *answer = context;

	grpcstatus_read_line(&answer->grpc, line, count);
	return one * count;
}

static int show_progress(void *context, int64_t to_come, int64_t come, int64_t to_go, int64_t gone)
{
	const struct sender *sender = context;

	(void)to_come;
	(void)come;
	progress_tell(&sender->progress, "sending", (uint64_t)gone, (uint64_t)to_go);
	return 0;
}

/* 0 or -ENOMEM. */
static int add_header(const struct sender *sender, struct request *request, const char *name,
		      const char *value)
{
	struct curl_list *list;
	char *line;

	if (!value)
		return 0;
	if (asprintf(&line, "%s%s", name, value) < 0)
		return -ENOMEM;
	list = sender->curl->slist_append(request->headers, line);
	free(line);
	if (!list)
		return -ENOMEM;
	request->headers = list;
	return 0;
}

static int add_fields(const struct libcurl *curl, struct request *request,
		      const struct message *message)
{
	int error = 0;

	request->form = curl->mime_init(request->handle);
	for (size_t i = 0; i < message->fields_count; i++) {
		const struct message_field *field = &message->fields[i];
		struct curl_field *part = request->form ? curl->mime_addpart(request->form) : NULL;

		if (!part)
			return -ENOMEM;
		error |= curl->mime_name(part, field->name);
		error |= curl->mime_filename(part, field->filename);
		error |= curl->mime_type(part, field->type);
		error |= curl->mime_data(part, field->bytes, field->size);
	}
	return error ? -ENOMEM : 0;
}

static int add_content(const struct sender *sender, struct request *request,
		       const struct message *message)
{
	const struct libcurl *curl = sender->curl;
	int error;

	if (message->fields_count) {
		error = add_fields(curl, request, message);
		curl->easy_setopt(request->handle, CURLABI_OPT_MIMEPOST, request->form);
		return error;
	}
	curl->easy_setopt(request->handle, CURLABI_OPT_POSTFIELDS, message->body);
	curl->easy_setopt(request->handle, CURLABI_OPT_POSTFIELDSIZE_LARGE,
			  (int64_t)message->body_size);
	return add_header(sender, request, "Content-Type: ", message->type);
}

static void set_limits(const struct sender *sender, struct curl_handle *handle)
{
	const struct libcurl *curl = sender->curl;

	curl->easy_setopt(handle, CURLABI_OPT_CONNECTTIMEOUT, sender->limits->connect_s);
	curl->easy_setopt(handle, CURLABI_OPT_LOW_SPEED_LIMIT, 1L);
	curl->easy_setopt(handle, CURLABI_OPT_LOW_SPEED_TIME, sender->limits->stall_s);
	curl->easy_setopt(handle, CURLABI_OPT_NOPROGRESS, 0L);
	curl->easy_setopt(handle, CURLABI_OPT_XFERINFOFUNCTION, show_progress);
	curl->easy_setopt(handle, CURLABI_OPT_XFERINFODATA, sender);
	curl->easy_setopt(handle, CURLABI_OPT_WRITEFUNCTION, keep_answer);
	curl->easy_setopt(handle, CURLABI_OPT_HEADERFUNCTION, keep_header);
	curl->easy_setopt(handle, CURLABI_OPT_USERAGENT, sender->agent);
	if (sender->endpoint->loopback)
		curl->easy_setopt(handle, CURLABI_OPT_PROXY, "");
}

static int request_init(const struct sender *sender, struct request *request,
			const struct message *message)
{
	const struct endpoint *endpoint = sender->endpoint;
	int error = 0;

	request->grpc = message->grpc;
	request->handle = sender->curl->easy_init();
	if (!request->handle || asprintf(&request->url, "%s%s", endpoint->url, message->path) < 0)
		return -ENOMEM;
	set_limits(sender, request->handle);
	error = add_header(sender, request, "Authorization: Bearer ", endpoint->token);
	if (!error && message->tenant_header)
		error = add_header(sender, request, message->tenant_header, endpoint->tenant);
	if (!error)
		error = add_content(sender, request, message);
	sender->curl->easy_setopt(request->handle, CURLABI_OPT_HTTPHEADER, request->headers);
	if (sender->curl->easy_setopt(request->handle, CURLABI_OPT_URL, request->url))
		error = -ENOMEM;
	return error;
}

static void request_deinit(const struct libcurl *curl, struct request *request)
{
	if (request->handle)
		curl->easy_cleanup(request->handle);
	curl->mime_free(request->form);
	curl->slist_free_all(request->headers);
	free(request->url);
}

static void read_grpc(struct answer *answer)
{
	grpcstatus_read_body(&answer->grpc, answer->text, answer->size);
	answer->foreign = answer->grpc.code < 0;
	if (answer->foreign)
		return;
	answer->status = grpcstatus_http(answer->grpc.code);
	strcpy(answer->text, answer->grpc.message);
}

/* Does it begin as HTML does? */
static bool is_page(const char *text)
{
	static const char mark[] = "\xef\xbb\xbf";	/* of UTF-8 */

	if (!strncmp(text, mark, sizeof(mark) - 1))
		text += sizeof(mark) - 1;
	return text[strspn(text, " \t\r\n\f")] == '<';
}

/* Its text up to the first line's end. */
static void end_answer(const struct sender *sender, const struct request *request,
		       struct answer *answer)
{
	answer->text[answer->size] = '\0';
	/* Many servers have an answer of their own for any path, as a page with 200. */
	if (request->grpc && answer->result == CURLABI_OK && is_good(answer->status))
		read_grpc(answer);
	else
		answer->foreign = is_good(answer->status) && is_page(answer->text);
	answer->text[strcspn(answer->text, "\r\n")] = '\0';
	endpoint_mask(sender->endpoint, answer->text);
	if (!answer->error[0])
		snprintf(answer->error, sizeof(answer->error), "%s",
			 sender->curl->easy_strerror(answer->result));
	endpoint_mask(sender->endpoint, answer->error);
	if (answer->elsewhere)
		endpoint_mask(sender->endpoint, answer->elsewhere);
}

static void try_once(const struct sender *sender, const struct request *request,
		     struct answer *answer)
{
	const struct libcurl *curl = sender->curl;
	struct curl_handle *handle = request->handle;

	*answer = (struct answer){ .result = CURLABI_OK };
	grpcstatus_init(&answer->grpc);
	curl->easy_setopt(handle, CURLABI_OPT_WRITEDATA, answer);
	curl->easy_setopt(handle, CURLABI_OPT_HEADERDATA, answer);
	curl->easy_setopt(handle, CURLABI_OPT_ERRORBUFFER, answer->error);
	answer->result = curl->easy_perform(handle);
	curl->easy_getinfo(handle, CURLABI_INFO_RESPONSE_CODE, &answer->status);
	curl->easy_getinfo(handle, CURLABI_INFO_RETRY_AFTER, &answer->retry_after_s);
	curl->easy_getinfo(handle, CURLABI_INFO_REDIRECT_URL, &answer->elsewhere);
	end_answer(sender, request, answer);
}

static bool is_taken(const struct answer *answer)
{
	return answer->result == CURLABI_OK && !answer->foreign && is_good(answer->status);
}

/* A number of [0, most]. */
static uint64_t draw(uint64_t most)
{
	uint64_t number;

	if (getrandom(&number, sizeof(number), GRND_NONBLOCK) != sizeof(number))
		number = (uint64_t)clock() * 2654435761U;
	return number % (most + 1);
}

/* Before the try behind number @tries. */
static void wait_for(const struct sender *sender, const struct answer *answer, unsigned int tries)
{
	uint64_t asked_ms = answer->retry_after_s > 0 ? (uint64_t)answer->retry_after_s * 1000 : 0;
	uint64_t ms = draw(sender->limits->wait_ms << (tries - 1));
	struct timespec rest;

	if (ms < asked_ms)
		ms = asked_ms;
	progress_tell(&sender->progress, "waiting to try again", 0, 0);
	rest = (struct timespec){ .tv_sec = (time_t)(ms / 1000),
				  .tv_nsec = (long)(ms % 1000) * 1000000 };
	while (nanosleep(&rest, &rest) && errno == EINTR)
		;
}

/* What to do about an answer. */
static const char *remedy_of(long status)
{
	static const struct {
		long status;
		const char *remedy;
	} remedies[] = {
		{ 400, "the service takes no such message: docs/push.md has what it refuses" },
		{ 401, "set " ENDPOINT_TOKEN " to a token of the service" },
		{ 403, "the token may not write there: set " ENDPOINT_TOKEN " to one that may" },
		{ 404, "give the URL of the service that --to names" },
		{ 405, "give the URL of the service that --to names" },
		{ 413, "it is too large: raise the service's limit, or record a shorter run" },
		{ 422, "the service takes no such message: docs/push.md has what it refuses" },
	};

	for (size_t i = 0; i < sizeof(remedies) / sizeof(remedies[0]); i++)
		if (remedies[i].status == status)
			return remedies[i].remedy;
	return sender_is_passing(status) ? "push it again later" : "look into the service's log";
}

static const char *plural(unsigned int tries)
{
	return tries == 1 ? "try" : "tries";
}

/* Does the service ask for more than there is patience for? Of an answer that broke off, too. */
static bool asks_too_much(const struct sender *sender, const struct answer *answer)
{
	return answer->retry_after_s > (int64_t)sender->limits->patience_s;
}

static int complain(const struct sender *sender, const struct answer *answer, unsigned int tries,
		    struct fault *fault)
{
	const char *url = sender->endpoint->url;

	if (sender_is_passing(answer->status) && asks_too_much(sender, answer))
		return fault_set(fault, -EIO,
				 "'%.160s' answered %ld, and asks to wait %lld seconds: push it "
				 "again then",
				 url, answer->status, (long long)answer->retry_after_s);
	if (answer->result != CURLABI_OK)
		return fault_set(fault, -EIO,
				 "'%.160s' was not reached, or gave no whole answer, in %u %s "
				 "(%.160s): see that the service runs there, and push it again",
				 url, tries, plural(tries), answer->error);
	if (answer->foreign)
		return fault_set(fault, -EIO,
				 "'%.160s' answered, but not as the service that --to names "
				 "does: give the URL of that", url);
	if (answer->elsewhere)
		return fault_set(fault, -EIO,
				 "'%.160s' answered %ld, a redirect to '%.128s', which is not "
				 "followed: give the URL of the service itself",
				 url, answer->status, answer->elsewhere);
	return fault_set(fault, -EIO, "'%.160s' answered %ld in %u %s%s%.160s%s: %s", url,
			 answer->status, tries, plural(tries), answer->text[0] ? ", \"" : "",
			 answer->text, answer->text[0] ? "\"" : "", remedy_of(answer->status));
}

static bool is_worth_a_try(const struct sender *sender, const struct answer *answer)
{
	if (asks_too_much(sender, answer))
		return false;
	return answer->result != CURLABI_OK ? is_network(answer->result) :
	       sender_is_passing(answer->status);
}

static int try_all(const struct sender *sender, const struct request *request, struct fault *fault)
{
	struct answer answer;
	unsigned int tries = 0;

	do {
		if (tries)
			wait_for(sender, &answer, tries);
		try_once(sender, request, &answer);
		tries++;
	} while (!is_taken(&answer) && tries < sender->limits->tries &&
		 is_worth_a_try(sender, &answer));
	return is_taken(&answer) ? (int)tries : complain(sender, &answer, tries, fault);
}

int sender_send(const struct sender *sender, const struct message *message, struct fault *fault)
{
	struct request request = { .handle = NULL };
	int error = request_init(sender, &request, message);

	if (error)
		fault_no_memory(fault, "the message");
	else
		error = try_all(sender, &request, fault);
	request_deinit(sender->curl, &request);
	return error;
}
