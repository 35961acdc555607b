// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * endpoint.c - checks of a URL and of secrets, which curl's own parser reads; see endpoint.h
 */
#include "endpoint.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool has_part(const struct libcurl *curl, struct curl_address *address,
		     enum curlabi_part part)
{
	char *text = NULL;

	curl->url_get(address, part, &text, 0);
	curl->free(text);
	return text;
}

/* By its address, or by the one name of that. 127.example.com is another's. */
static bool is_loopback(const char *host)
{
	if (!strcmp(host, "localhost") || !strcmp(host, "[::1]"))
		return true;
	return !strncmp(host, "127.", 4) && !host[strspn(host, "0123456789.")];
}

static int check_parts(const struct libcurl *curl, struct curl_address *address,
		       struct fault *fault)
{
	if (has_part(curl, address, CURLABI_PART_USER) ||
	    has_part(curl, address, CURLABI_PART_PASSWORD))
		return fault_set(fault, -EINVAL,
				 "the URL has a user or a password, which all users of this "
				 "machine can read: leave them out, and set " ENDPOINT_TOKEN
				 " in the environment");
	if (has_part(curl, address, CURLABI_PART_QUERY) ||
	    has_part(curl, address, CURLABI_PART_FRAGMENT))
		return fault_set(fault, -EINVAL,
				 "the URL has a '?' or '#': give the address of the service "
				 "alone, as https://HOST:PORT");
	return 0;
}

static int check_scheme(struct endpoint *endpoint, const struct libcurl *curl,
			struct curl_address *address, struct fault *fault)
{
	char *scheme = NULL, *host = NULL;
	bool http, https;

	curl->url_get(address, CURLABI_PART_SCHEME, &scheme, 0);
	curl->url_get(address, CURLABI_PART_HOST, &host, 0);
	http = scheme && !strcmp(scheme, "http");
	https = scheme && !strcmp(scheme, "https");
	endpoint->loopback = host && is_loopback(host);
	curl->free(scheme);
	curl->free(host);
	if (!http && !https)
		return fault_set(fault, -EINVAL,
				 "the URL is of no service that is known: give one of http or "
				 "https");
	if (http && !endpoint->loopback && (endpoint->token || endpoint->tenant))
		return fault_set(fault, -EACCES,
				 "'%s' is not encrypted, and anyone between could read %s: give "
				 "a URL of https, or unset the variable",
				 endpoint->url, endpoint->token ? ENDPOINT_TOKEN : ENDPOINT_TENANT);
	return 0;
}

static int check_url(struct endpoint *endpoint, const struct libcurl *curl, const char *url,
		     struct fault *fault)
{
	struct curl_address *address = curl->url();
	int error;

	if (!address)
		return fault_no_memory(fault, "the URL");
	if (curl->url_set(address, CURLABI_PART_URL, url, 0))
		error = fault_set(fault, -EINVAL,
				  "the URL cannot be '%s': give one as https://HOST:PORT",
				  strchr(url, '@') ? "..." : url);
	else
		error = check_parts(curl, address, fault);
	if (!error)
		error = check_scheme(endpoint, curl, address, fault);
	curl->url_cleanup(address);
	return error;
}

/* A line break would begin another header. */
static int check_secret(const char *name, const char *secret, struct fault *fault)
{
	for (; secret && *secret; secret++)
		if (*secret <= ' ' || *secret > '~')
			return fault_set(fault, -EINVAL,
					 "%s has a character that no header can have: it has "
					 "to be of printable ASCII without blanks",
					 name);
	return 0;
}

static const char *given(const char *secret)
{
	return secret && *secret ? secret : NULL;
}

int endpoint_init(struct endpoint *endpoint, const struct libcurl *curl, const char *url,
		  const char *token, const char *tenant, struct fault *fault)
{
	int error = check_secret(ENDPOINT_TOKEN, token, fault);

	*endpoint = (struct endpoint){ .token = given(token), .tenant = given(tenant) };
	if (!error)
		error = check_secret(ENDPOINT_TENANT, tenant, fault);
	if (error)
		return error;
	endpoint->url = strdup(url);
	if (!endpoint->url)
		return fault_no_memory(fault, "the URL");
	for (size_t n = strlen(url); n && endpoint->url[n - 1] == '/'; n--)
		endpoint->url[n - 1] = '\0';
	error = check_url(endpoint, curl, url, fault);
	if (error)
		endpoint_deinit(endpoint);
	return error;
}

void endpoint_deinit(struct endpoint *endpoint)
{
	free(endpoint->url);
	endpoint->url = NULL;
}

static bool is_of_word(char character)
{
	return isalnum((unsigned char)character) || character == '_';
}

/* Of @bytes at @at in @text: does a word go on at either end? */
static bool is_in_word(const char *text, const char *at, size_t bytes)
{
	return (at > text && is_of_word(at[-1]) && is_of_word(*at)) ||
	       (is_of_word(at[bytes - 1]) && is_of_word(at[bytes]));
}

static void mask(const char *secret, bool words, char *text)
{
	const size_t bytes = secret ? strlen(secret) : 0;
	char *at = text;

	while (secret && (at = strstr(at, secret))) {
		if (words && is_in_word(text, at, bytes)) {
			at++;
			continue;
		}
		memset(at, '*', bytes);
		at += bytes;
	}
}

void endpoint_mask(const struct endpoint *endpoint, char *text)
{
	mask(endpoint->token, false, text);
	mask(endpoint->tenant, true, text);
}
