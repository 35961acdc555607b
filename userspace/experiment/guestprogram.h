/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guestprogram.h - the program that is simulated: what kind of file it is, and where its libraries are
 */
#ifndef GUESTPROGRAM_H
#define GUESTPROGRAM_H

#include "base/fault.h"

/*
 * The root of @program's libraries: *@sysroot is what was named, or NULL, and the cross compiler's root where
 * that is needed. A static program may execute others that need it. 0, or a negative errno with @fault filled:
 * it is no program for the core, or its libraries are not to be found.
 */
int guestprogram_find(const char *program, const char **sysroot, struct fault *fault);

#endif /* GUESTPROGRAM_H */
