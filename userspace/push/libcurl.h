/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libcurl.h - libcurl, loaded when something is to be sent
 *
 * Who never sends need not have it, nor its headers to build. It is never unloaded: its libraries
 * keep data of their own.
 */
#ifndef LIBCURL_H
#define LIBCURL_H

#include "base/fault.h"
#include "curlabi.h"

struct libcurl {
#define LIBCURL_X(result, name, parameters) result (*name) parameters;
	CURLABI_FUNCTIONS(LIBCURL_X)
#undef LIBCURL_X
};

/* 0, or -ENOENT with @fault filled: it is not here. */
int libcurl_load(struct libcurl *curl, struct fault *fault);

#endif /* LIBCURL_H */
