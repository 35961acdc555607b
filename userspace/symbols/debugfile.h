/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debugfile.h - where the file of a recorded object may lie
 *
 * Beside the recorded path there are perf's cache of recorded files (~/.debug, by build id), the
 * distribution's debug files, and, only if asked for, a debuginfod server. The known facts decide
 * which of the places apply: without a build id no cache is asked, since it could not say which of
 * the builds it was.
 */
#ifndef DEBUGFILE_H
#define DEBUGFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum debugfile_kind {
	DEBUGFILE_PROGRAM,		/* programs and libraries */
	DEBUGFILE_VDSO,
	DEBUGFILE_VMLINUX,
	DEBUGFILE_KALLSYMS,
	DEBUGFILE_MODULE,
	DEBUGFILE_JIT,
	DEBUGFILE_KINDS
};

struct debugfile_search {
	const char *symfs;		/* root of the recorded machine's files; "": this one's */
	const char *cache;		/* perf's, or NULL */
	const char *release;		/* recorded kernel's, or NULL */
	bool debuginfod;		/* ask the servers of $DEBUGINFOD_URLS */
};

struct debugfile_wanted {
	enum debugfile_kind kind;
	const char *path;		/* as recorded */
	const uint8_t *build_id;
	uint8_t build_id_size;		/* 0: not known */
};

/*
 * The path of the next place to look at, from *@position 0 on, for the caller to free;
 * NULL after the last, or out of memory. The first is the one to name where none is there.
 */
char *debugfile_next(const struct debugfile_search *search, const struct debugfile_wanted *wanted,
		     size_t *position);

/*
 * The same for the kernel's symbols beside a copy of its memory, as perf buildid-cache --kcore keeps
 * them, newest first.
 */
char *debugfile_memory(const struct debugfile_search *search,
		       const struct debugfile_wanted *wanted, size_t *position);

/* perf's cache of this user, for the caller to free, or NULL where there is no home. */
char *debugfile_cache(void);

#endif /* DEBUGFILE_H */
