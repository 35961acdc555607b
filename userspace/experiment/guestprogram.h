/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guestprogram.h - the simulated program: the kind of its file, and the root of its libraries
 */
#ifndef GUESTPROGRAM_H
#define GUESTPROGRAM_H

#include <stdbool.h>

#include "base/fault.h"

/*
 * The root of @program's libraries: *@sysroot is the named one, or NULL; if NULL and needed, it
 * becomes the cross compiler's root. A static program may execute others that need it. 0, or a
 * negative errno with @fault filled: it is no program for the core, or its libraries are missing.
 */
int guestprogram_find(const char *program, const char **sysroot, struct fault *fault);

/* It has an interpreter, which loads its libraries; false also where it is no program. */
bool guestprogram_is_dynamic(const char *program);

#endif /* GUESTPROGRAM_H */
