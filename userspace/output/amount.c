// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * amount.c - numbers with separators; see amount.h
 */
#include "amount.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *amount_number(uint64_t number, char text[AMOUNT_TEXT])
{
	char plain[AMOUNT_TEXT];
	size_t digits = (size_t)snprintf(plain, sizeof(plain), "%" PRIu64, number), out = 0;

	for (size_t i = 0; i < digits; i++) {
		if (i && (digits - i) % 3 == 0)
			text[out++] = ',';
		text[out++] = plain[i];
	}
	text[out] = '\0';
	return text;
}

const char *amount_cycles(const struct recording_measure *measure, uint64_t parts,
			  char text[AMOUNT_TEXT])
{
	uint32_t per_cycle = measure->parts_per_unit;

	return amount_number(parts / per_cycle + (parts % per_cycle * 2 >= per_cycle), text);
}

const char *amount_decimal(uint64_t parts, uint32_t per_cycle, char text[AMOUNT_TEXT])
{
	uint64_t whole = parts / per_cycle;
	uint64_t decimals = (parts % per_cycle * 10000 + per_cycle / 2) / per_cycle;
	size_t end;

	whole += decimals / 10000;
	end = (size_t)snprintf(text, AMOUNT_TEXT, "%" PRIu64 ".%04" PRIu64, whole,
			       decimals % 10000);
	while (text[end - 1] == '0')
		text[--end] = '\0';
	if (text[end - 1] == '.')
		text[end - 1] = '\0';
	return text;
}

const char *amount_exact(const struct recording_measure *measure, uint64_t parts,
			 char text[AMOUNT_TEXT])
{
	return amount_decimal(parts, measure->parts_per_unit, text);
}

const char *amount_time(uint64_t ns, char text[AMOUNT_TEXT])
{
	if (ns < 1000000)
		snprintf(text, AMOUNT_TEXT, "%.1f us", (double)ns / 1e3);
	else if (ns < 1000000000)
		snprintf(text, AMOUNT_TEXT, "%.1f ms", (double)ns / 1e6);
	else
		snprintf(text, AMOUNT_TEXT, "%.2f s", (double)ns / 1e9);
	return text;
}
