/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixcode.h - where the kernel's code of a mix is from, and what ran outside of it, as notes
 */
#ifndef MIXCODE_H
#define MIXCODE_H

#include "estimate.h"

/* 0 or -ENOMEM. */
int mixcode_note(const struct estimate *estimate, struct recording *recording);

#endif /* MIXCODE_H */
