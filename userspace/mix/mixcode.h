/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixcode.h - sources of the kernel's code in a mix, and executions outside of it, as notes
 */
#ifndef MIXCODE_H
#define MIXCODE_H

#include "estimate.h"

/* 0 or -ENOMEM. */
int mixcode_note(const struct estimate *estimate, struct recording *recording);

#endif /* MIXCODE_H */
