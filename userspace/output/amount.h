/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * amount.h - numbers as people read them, and exact ones
 */
#ifndef AMOUNT_H
#define AMOUNT_H

#include <stddef.h>
#include <stdint.h>

#include "recording/recording.h"

#define AMOUNT_TEXT	48

/* 1234567 as "1,234,567". Each returns @text. */
const char *amount_number(uint64_t number, char text[AMOUNT_TEXT]);
/* Whole cycles of @parts: people do not read ten-thousandths. */
const char *amount_cycles(const struct recording_measure *measure, uint64_t parts,
			  char text[AMOUNT_TEXT]);
/* @parts of @per_cycle in cycles, as a decimal number of up to four decimals. */
const char *amount_decimal(uint64_t parts, uint32_t per_cycle, char text[AMOUNT_TEXT]);
/* Cycles of @parts as a decimal number without trailing zeros. */
const char *amount_exact(const struct recording_measure *measure, uint64_t parts,
			 char text[AMOUNT_TEXT]);

/* Nanoseconds as "12.3 ms", in the unit that fits. */
const char *amount_time(uint64_t ns, char text[AMOUNT_TEXT]);

#endif /* AMOUNT_H */
