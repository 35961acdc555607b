// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dying.c - the end of QEMU where the plugin cannot go on; see dying.h
 */
#include "dying.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool begun;

void dying_end(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "tea: ");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
	begun = true;
	exit(1);
}

bool dying_begun(void)
{
	return begun;
}
