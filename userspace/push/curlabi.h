/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * curlabi.h - what tea uses of libcurl.so.4: functions, numbers of options, facts and results
 *
 * They are of curl's stable ABI, as curl/curl.h and curl/urlapi.h have them, which need not be
 * there to build. Options in the ten thousands take a pointer, those in the twenties a function, in
 * the thirties an int64_t, others a long.
 */
#ifndef CURLABI_H
#define CURLABI_H

#include <stddef.h>
#include <stdint.h>

struct curl_handle;			/* CURL */
struct curl_list;			/* struct curl_slist */
struct curl_form;			/* curl_mime */
struct curl_field;			/* curl_mimepart */
struct curl_address;			/* CURLU */

/* X(result, name behind "curl_", parameters) */
#define CURLABI_FUNCTIONS(X) \
	X(int, global_init, (long flags)) \
	X(struct curl_handle *, easy_init, (void)) \
	X(int, easy_setopt, (struct curl_handle *handle, int option, ...)) \
	X(int, easy_perform, (struct curl_handle *handle)) \
	X(int, easy_getinfo, (struct curl_handle *handle, int fact, ...)) \
	X(void, easy_cleanup, (struct curl_handle *handle)) \
	X(const char *, easy_strerror, (int result)) \
	X(char *, easy_escape, (struct curl_handle *handle, const char *text, int length)) \
	X(void, free, (void *text)) \
	X(struct curl_list *, slist_append, (struct curl_list *list, const char *text)) \
	X(void, slist_free_all, (struct curl_list *list)) \
	X(struct curl_form *, mime_init, (struct curl_handle *handle)) \
	X(struct curl_field *, mime_addpart, (struct curl_form *form)) \
	X(int, mime_name, (struct curl_field *field, const char *name)) \
	X(int, mime_filename, (struct curl_field *field, const char *name)) \
	X(int, mime_type, (struct curl_field *field, const char *type)) \
	X(int, mime_data, (struct curl_field *field, const char *bytes, size_t size)) \
	X(void, mime_free, (struct curl_form *form)) \
	X(struct curl_address *, url, (void)) \
	X(int, url_set, (struct curl_address *address, int part, const char *text, \
			 unsigned int flags)) \
	X(int, url_get, (struct curl_address *address, int part, char **text, unsigned int flags)) \
	X(void, url_cleanup, (struct curl_address *address))

#define CURLABI_GLOBAL_DEFAULT	3L

enum curlabi_option {
	CURLABI_OPT_LOW_SPEED_LIMIT = 19, CURLABI_OPT_LOW_SPEED_TIME = 20,
	CURLABI_OPT_NOPROGRESS = 43, CURLABI_OPT_CONNECTTIMEOUT = 78,
	CURLABI_OPT_WRITEDATA = 10001, CURLABI_OPT_URL = 10002, CURLABI_OPT_PROXY = 10004,
	CURLABI_OPT_ERRORBUFFER = 10010, CURLABI_OPT_POSTFIELDS = 10015,
	CURLABI_OPT_USERAGENT = 10018, CURLABI_OPT_HTTPHEADER = 10023,
	CURLABI_OPT_XFERINFODATA = 10057, CURLABI_OPT_MIMEPOST = 10269,
	CURLABI_OPT_HEADERDATA = 10029,
	CURLABI_OPT_WRITEFUNCTION = 20011, CURLABI_OPT_HEADERFUNCTION = 20079,
	CURLABI_OPT_XFERINFOFUNCTION = 20219,
	CURLABI_OPT_POSTFIELDSIZE_LARGE = 30120,
};

#define CURLABI_ERROR_BYTES	256	/* of CURLABI_OPT_ERRORBUFFER */

enum curlabi_fact {
	CURLABI_INFO_REDIRECT_URL = 0x100000 + 31,	/* char * */
	CURLABI_INFO_RESPONSE_CODE = 0x200000 + 2,	/* long */
	CURLABI_INFO_RETRY_AFTER = 0x600000 + 57,	/* int64_t: seconds */
};

enum curlabi_result {
	CURLABI_OK = 0, CURLABI_COULDNT_RESOLVE_PROXY = 5, CURLABI_COULDNT_RESOLVE_HOST = 6,
	CURLABI_COULDNT_CONNECT = 7, CURLABI_HTTP2 = 16, CURLABI_PARTIAL_FILE = 18,
	CURLABI_OPERATION_TIMEDOUT = 28, CURLABI_SSL_CONNECT_ERROR = 35, CURLABI_GOT_NOTHING = 52,
	CURLABI_SEND_ERROR = 55, CURLABI_RECV_ERROR = 56, CURLABI_HTTP2_STREAM = 92,
};

enum curlabi_part {
	CURLABI_PART_URL, CURLABI_PART_SCHEME, CURLABI_PART_USER, CURLABI_PART_PASSWORD,
	CURLABI_PART_HOST = 5, CURLABI_PART_QUERY = 8, CURLABI_PART_FRAGMENT,
};

#endif /* CURLABI_H */
