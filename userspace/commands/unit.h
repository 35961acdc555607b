/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit.h - the TEA unit of this machine, as its driver shows it, and perf, which uses it
 */
#ifndef UNIT_H
#define UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"

/* Is there one, and its driver? */
bool unit_exists(void);
/* A field of its capabilities, by its name in sysfs; 0: the driver does not have it. */
uint32_t unit_caps(const char *field);
/* Do the processors that it belongs to have vectors? */
bool unit_has_vectors(void);
/* Is it an event that this unit has, "commit_base"? */
bool unit_has_event(const char *name);

/* Both are there, or -ENOENT or -ENODEV with @fault filled. */
int unit_check_perf(struct fault *fault);
int unit_check(struct fault *fault);

#endif /* UNIT_H */
