// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * libcurl.c - libcurl, loaded on demand; see libcurl.h
 */
#include "libcurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* Of the same ABI: with OpenSSL, and as git has it. */
static const char *const names[] = { "libcurl.so.4", "libcurl-gnutls.so.4" };

static const char *const functions[] = {
#define LIBCURL_X(result, name, parameters) "curl_" #name,
	CURLABI_FUNCTIONS(LIBCURL_X)
#undef LIBCURL_X
};

_Static_assert(sizeof(struct libcurl) == sizeof(functions), "functions alone, in the same order");

static bool find_functions(void *library, struct libcurl *curl)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		void *found = dlsym(library, functions[i]);

		if (!found)
			return false;
		memcpy((char *)curl + i * sizeof(found), &found, sizeof(found));
	}
	return true;
}

int libcurl_load(struct libcurl *curl, struct fault *fault)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		void *library = dlopen(names[i], RTLD_LAZY | RTLD_NODELETE);
		bool found = library && find_functions(library, curl);

		if (library)
			dlclose(library);
		if (found && !curl->global_init(CURLABI_GLOBAL_DEFAULT))
			return 0;
	}
	return fault_set(fault, -ENOENT,
			 "cannot load libcurl, which sends recordings: install the package "
			 "libcurl4 (libcurl4t64 from Debian 13 on)");
}
