/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * digest.h - what files contain, as one word: SHA-256
 */
#ifndef DIGEST_H
#define DIGEST_H

#include "base/fault.h"
#include "base/keyindex.h"
#include "base/texts.h"

#define DIGEST_TEXT	65		/* hexadecimal, and NUL */

/* Digests of files, each of which is read once. Zeroed memory is empty. */
struct digests {
	struct texts paths;
	struct keyindex index;		/* by the interned path */
	char (*items)[DIGEST_TEXT];
	size_t count;
};

void digest_text(const char *text, char digest[DIGEST_TEXT]);
/*
 * Of a file's bytes; of a directory's names, files, and links with the files that they lead to, whatever
 * their order on disk. NULL with @fault filled: it cannot be read, or memory runs out. It lives until the
 * next one is taken.
 */
const char *digest_of(struct digests *digests, const char *path, struct fault *fault);
void digests_deinit(struct digests *digests);

#endif /* DIGEST_H */
