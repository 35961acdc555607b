// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_push.c - sending over a network that fails, labels, secrets; on the loopback
 */
#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "push/grpcstatus.h"
#include "push/pushservices.h"
#include "push/sender.h"
#include "tools/clitest.h"

#define LARGE_BYTES	(16U << 20)	/* more than sockets hold */
#define CUT_BYTES	(1U << 20)

static struct libcurl curl;
static bool has_curl;

/* What the service does with a connection. */
enum act {
	ACT_CUT,			/* takes a part of the request, and resets the connection */
	ACT_TAKE,			/* takes all of it, and answers */
};

struct service {
	int listening;
	char url[64];
	enum act acts[4];
	size_t count;
	size_t taken;			/* bytes of the last request's body */
	pthread_t thread;
};

static void listen_on_loopback(struct service *service)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(address);

	service->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(service->listening >= 0);
	assert_int_equal(bind(service->listening, (struct sockaddr *)&address, size), 0);
	assert_int_equal(listen(service->listening, 8), 0);
	assert_int_equal(getsockname(service->listening, (struct sockaddr *)&address, &size), 0);
	snprintf(service->url, sizeof(service->url), "http://127.0.0.1:%d/",
		 ntohs(address.sin_port));
}

static void reset(int connection)
{
	const struct linger at_once = { .l_onoff = 1 };

	setsockopt(connection, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	close(connection);
}

/* Reads a request until its body has @most bytes, or all that come. */
static void take(struct service *service, int connection, size_t most)
{
	static const char asked[] = "HTTP/1.1 100 Continue\r\n\r\n";
	static char bytes[1 << 16];
	bool has_head = false;
	ssize_t got;

	service->taken = 0;
	while (service->taken < most &&
	       (got = recv(connection, bytes, sizeof(bytes) - 1, 0)) > 0) {
		char *body = bytes;

		bytes[got] = '\0';
		if (!has_head && (body = strstr(bytes, "\r\n\r\n"))) {
			has_head = true;
			body += 4;
			send(connection, asked, sizeof(asked) - 1, MSG_NOSIGNAL);
		}
		if (body)
			service->taken += (size_t)(bytes + got - body);
	}
}

static void *serve(void *context)
{
	static const char answer[] =
		"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
	struct service *service = context;

	for (size_t i = 0; i < service->count; i++) {
		int connection = accept(service->listening, NULL, NULL);

		if (service->acts[i] == ACT_CUT) {
			take(service, connection, CUT_BYTES);
			reset(connection);
			continue;
		}
		take(service, connection, LARGE_BYTES);
		send(connection, answer, sizeof(answer) - 1, MSG_NOSIGNAL);
		close(connection);
	}
	return NULL;
}

static int send_large(const struct service *service, const struct sender_limits *limits,
		      struct fault *fault)
{
	struct message message = {
		.path = (char *)"/ingest", .type = "a/b", .body = calloc(1, LARGE_BYTES),
		.body_size = LARGE_BYTES,
	};
	struct endpoint endpoint;
	struct sender sender = {
		.curl = &curl, .endpoint = &endpoint, .limits = limits, .agent = "test"
	};
	int tries;

	assert_non_null(message.body);
	assert_int_equal(endpoint_init(&endpoint, &curl, service->url, NULL, NULL, fault), 0);
	tries = sender_send(&sender, &message, fault);
	endpoint_deinit(&endpoint);
	free(message.body);
	return tries;
}

static void tries_again_after_a_cut_request(void **state)
{
	const struct sender_limits limits = {
		.tries = 4, .connect_s = 60, .stall_s = 60, .wait_ms = 1
	};
	struct service service = { .acts = { ACT_CUT, ACT_CUT, ACT_TAKE }, .count = 3 };
	struct fault fault;

	(void)state;
	if (!has_curl)
		skip();
	listen_on_loopback(&service);
	assert_int_equal(pthread_create(&service.thread, NULL, serve, &service), 0);
	assert_int_equal(send_large(&service, &limits, &fault), 3);
	pthread_join(service.thread, NULL);
	assert_int_equal(service.taken, LARGE_BYTES);
	close(service.listening);
}

static void gives_up_after_its_tries(void **state)
{
	const struct sender_limits limits = {
		.tries = 2, .connect_s = 60, .stall_s = 60, .wait_ms = 1
	};
	struct service service = { .acts = { ACT_CUT, ACT_CUT }, .count = 2 };
	struct fault fault;

	(void)state;
	if (!has_curl)
		skip();
	listen_on_loopback(&service);
	assert_int_equal(pthread_create(&service.thread, NULL, serve, &service), 0);
	assert_int_equal(send_large(&service, &limits, &fault), -EIO);
	pthread_join(service.thread, NULL);
	assert_non_null(strstr(fault.text, "in 2 tries"));
	close(service.listening);
}

/* The kernel takes the connection and as much as it has room for, and nobody answers. */
static void gives_up_a_service_that_stalls(void **state)
{
	const struct sender_limits limits = {
		.tries = 2, .connect_s = 60, .stall_s = 1, .wait_ms = 1
	};
	struct service service = { .count = 0 };
	struct fault fault;

	(void)state;
	if (!has_curl)
		skip();
	listen_on_loopback(&service);
	assert_int_equal(send_large(&service, &limits, &fault), -EIO);
	assert_non_null(strstr(fault.text, "in 2 tries (Operation too slow"));
	close(service.listening);
}

static void knows_which_answers_pass(void **state)
{
	static const long passing[] = { 408, 429, 500, 502, 503, 504 };
	static const long lasting[] = {
		0, 200, 301, 400, 401, 403, 404, 409, 413, 415, 422, 501, 505,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(passing) / sizeof(passing[0]); i++)
		assert_true(sender_is_passing(passing[i]));
	for (size_t i = 0; i < sizeof(lasting) / sizeof(lasting[0]); i++)
		assert_false(sender_is_passing(lasting[i]));
}

static void takes_urls_that_keep_a_secret(void **state)
{
	static const char *const kept[] = {
		"https://example.com", "https://example.com:4040/a/", "http://localhost:1",
		"http://127.0.0.1", "http://127.1.2.3:80/", "http://[::1]:4040",
	};
	static const char *const open[] = {
		"http://example.com", "http://127.example.com", "http://localhost.example.com",
		"http://10.0.0.1", "http://[::2]", "http://128.0.0.1",
	};
	struct endpoint endpoint;
	struct fault fault;

	(void)state;
	if (!has_curl)
		skip();
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
		assert_int_equal(endpoint_init(&endpoint, &curl, kept[i], "t", "x", &fault), 0);
		assert_int_equal(endpoint.loopback, kept[i][4] == ':');
		assert_int_not_equal(endpoint.url[strlen(endpoint.url) - 1], '/');
		endpoint_deinit(&endpoint);
	}
	for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++) {
		assert_int_equal(endpoint_init(&endpoint, &curl, open[i], "t", NULL, &fault),
				 -EACCES);
		assert_int_equal(endpoint_init(&endpoint, &curl, open[i], NULL, "x", &fault),
				 -EACCES);
		assert_int_equal(endpoint_init(&endpoint, &curl, open[i], "", NULL, &fault), 0);
		endpoint_deinit(&endpoint);
	}
}

static void refuses_urls_and_secrets(void **state)
{
	static const char *const refused[] = {
		"", "example", "http://", "ftp://example.com", "file:///etc/passwd",
		"http://u@example.com", "http://:w0rd@example.com", "https://u:w0rd@example.com",
		"http://u:w0rd@a b", "http://a?b", "http://a/#b", "http://a\nb",
	};
	struct endpoint endpoint;
	struct fault fault;

	(void)state;
	if (!has_curl)
		skip();
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		assert_int_equal(endpoint_init(&endpoint, &curl, refused[i], NULL, NULL, &fault),
				 -EINVAL);
		assert_null(strstr(fault.text, "w0rd"));
	}
	assert_int_equal(endpoint_init(&endpoint, &curl, "https://a", "to\nken", NULL, &fault),
			 -EINVAL);
	assert_null(strstr(fault.text, "ken\n"));
	assert_int_equal(endpoint_init(&endpoint, &curl, "https://a", NULL, "te nant", &fault),
			 -EINVAL);
}

static void stars_secrets(void **state)
{
	const struct endpoint endpoint = { .token = "abc", .tenant = "de" };
	char text[] = "abcabc, ab, c of de";

	(void)state;
	endpoint_mask(&endpoint, text);
	assert_string_equal(text, "******, ab, c of **");
}

static void stars_whole_tenants(void **state)
{
	const struct endpoint endpoint = { .tenant = "1" };
	char text[] = "1: tenant 1, or \"1\", not 101 of 11, a1, 1_; 1";

	(void)state;
	endpoint_mask(&endpoint, text);
	assert_string_equal(text, "*: tenant *, or \"*\", not 101 of 11, a1, 1_; *");
}

static void checks_labels(void **state)
{
	static const char *const refused[] = {
		"", "a", "=b", "9a=b", "a.b=c", "a-b=c", "__name__=c", "signature=a",
		"service_name=a", "a=b,c", "a=b}", "a= b", "a=b ", "a=\x80", "a=\n",
	};
	struct pushlabels labels = { .count = 0 };
	struct fault fault;

	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		assert_int_equal(pushlabels_set(&labels, refused[i], &fault), -EINVAL);
	assert_int_equal(labels.count, 0);
	assert_int_equal(pushlabels_set(&labels, "a=b", &fault), 0);
	assert_int_equal(pushlabels_set(&labels, "_9=\xc3\xa9 {x=y", &fault), 0);
	assert_int_equal(pushlabels_set(&labels, "a=d", &fault), 0);
	assert_int_equal(labels.count, 2);
	assert_string_equal(labels.items[0].value, "d");
	assert_int_equal(pushlabels_set(&labels, "a=", &fault), 0);
	assert_int_equal(labels.count, 1);
	assert_string_equal(labels.items[0].name, "_9");
	pushlabels_deinit(&labels);
}

static void takes_so_many_labels(void **state)
{
	struct pushlabels labels = { .count = 0 };
	struct fault fault;
	char text[16];

	(void)state;
	for (int i = 0; i < PUSHLABELS_MOST; i++) {
		snprintf(text, sizeof(text), "a%d=b", i);
		assert_int_equal(pushlabels_set(&labels, text, &fault), 0);
	}
	assert_int_equal(pushlabels_set(&labels, "b=c", &fault), -E2BIG);
	assert_int_equal(pushlabels_set(&labels, "a0=c", &fault), 0);
	pushlabels_deinit(&labels);
}

static void mends_what_a_recording_says(void **state)
{
	char command[] = "perf record", event[] = "tea/period=9,slots=4/u";
	struct recording recording = { .command = command, .host = "a}b", .arch = "" };
	struct recording_measure measure = { .event = event };
	struct pushlabels labels = { .count = 0 };
	char name[] = "a b/\xc3\xa9";

	(void)state;
	recording.shown = &measure;
	assert_int_equal(pushlabels_describe(&labels, &recording, "1"), 0);
	assert_int_equal(labels.count, 3);
	assert_string_equal(labels.items[0].value, "a_b");
	assert_string_equal(labels.items[1].value, "tea/period=9_slots=4/u");
	assert_string_equal(labels.items[2].value, "1");
	pushlabels_deinit(&labels);
	pushlabels_mend_name(name);
	assert_string_equal(name, "a_b/__");
}

static void checks_names(void **state)
{
	static const char *const refused[] = { "", "a b", "a{", "a:b", "\xc3\xa9" };
	struct fault fault;

	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		assert_int_equal(pushlabels_check_name(refused[i], &fault), -EINVAL);
	assert_int_equal(pushlabels_check_name("Shop/cart-2_b.c", &fault), 0);
}

/* Bytes counted by hand, by profilestore.proto and gRPC's PROTOCOL-WEB.md. */
static void frames_a_call(void **state)
{
	static const char body[] =
		"\0\0\0\0\x37" "\x12\x33" "\x0a\x2a"
		"\x0a\x0f" "\x0a\x08__name__" "\x12\x03tea"
		"\x0a\x17" "\x0a\x0cservice_name" "\x12\x07""a/b-c.d"
		"\x12\x05" "\x0a\x03" "f\0\xff" "\x18\x01";
	const struct pushlabels labels = { .count = 0 };
	const struct pushed pushed = {
		.name = "a/b-c.d", .labels = &labels, .pprof = "f\0\xff", .size = 3
	};
	struct message message = { .path = NULL };

	(void)state;
	assert_int_equal(pushservice_compose(PUSHSERVICE_PARCA, &pushed, &curl, &message), 0);
	assert_int_equal(message.body_size, sizeof(body) - 1);
	assert_memory_equal(message.body, body, sizeof(body) - 1);
	message_deinit(&message);
}

static void reads_the_status_of_a_call(void **state)
{
	static const char done[] = "\0\0\0\0\0" "\x80\0\0\0\x0f" "grpc-status:0\r\n";
	static const char failed[] =
		"\x80\0\0\0\x29" "grpc-message: not  so \r\nGrpc-Status: 14\r\n";
	static const char other[] = "<html>grpc-status: 0\n</html>";
	struct grpcstatus status;

	(void)state;
	grpcstatus_init(&status);
	grpcstatus_read_body(&status, done, sizeof(done) - 1);
	assert_int_equal(status.code, 0);
	grpcstatus_init(&status);
	grpcstatus_read_body(&status, failed, sizeof(failed) - 1);
	assert_int_equal(status.code, 14);
	assert_string_equal(status.message, "not  so");
	for (size_t cut = 0; cut < sizeof(done) - 3; cut++) {
		grpcstatus_init(&status);
		grpcstatus_read_body(&status, done, cut);
		assert_int_equal(status.code, -1);
	}
	grpcstatus_init(&status);
	grpcstatus_read_body(&status, other, sizeof(other) - 1);
	grpcstatus_read_line(&status, "grpc-status: ", 13);
	grpcstatus_read_line(&status, "grpc-status: 4294967296", 23);
	grpcstatus_read_line(&status, "grpc-status: 0x", 15);
	grpcstatus_read_line(&status, "grpc-statuses: 3", 16);
	assert_int_equal(status.code, -1);
	assert_int_equal(grpcstatus_http(14), 503);
	assert_int_equal(grpcstatus_http(16), 401);
	assert_int_equal(grpcstatus_http(17), 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tries_again_after_a_cut_request),
		cmocka_unit_test(gives_up_after_its_tries),
		cmocka_unit_test(gives_up_a_service_that_stalls),
		cmocka_unit_test(knows_which_answers_pass),
		cmocka_unit_test(takes_urls_that_keep_a_secret),
		cmocka_unit_test(refuses_urls_and_secrets),
		cmocka_unit_test(stars_secrets),
		cmocka_unit_test(stars_whole_tenants),
		cmocka_unit_test(checks_labels),
		cmocka_unit_test(takes_so_many_labels),
		cmocka_unit_test(mends_what_a_recording_says),
		cmocka_unit_test(checks_names),
		cmocka_unit_test(frames_a_call),
		cmocka_unit_test(reads_the_status_of_a_call),
	};
	struct fault fault;

	has_curl = !libcurl_load(&curl, &fault);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
