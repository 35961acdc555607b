/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signature.h - names of events, signatures and commit states, from text
 */
#ifndef SIGNATURE_H
#define SIGNATURE_H

#include <stdbool.h>

#include "recording/pics.h"

/* Spelt as TEA_EVENTS and TEA_STATES have them; case does not matter. */
bool signature_event(const char *name, size_t length, uint16_t *event);
/* "Base", "unknown", or events joined by "+", in any order. */
bool signature_parse(const char *name, size_t length, uint16_t *signature);
bool signature_state(const char *name, size_t length, unsigned int *state);
/* "compute", "drained", ... */
const char *signature_state_name(unsigned int state);

#endif /* SIGNATURE_H */
