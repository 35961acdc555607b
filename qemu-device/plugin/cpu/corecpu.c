// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * corecpu.c - a core's options of QEMU's -cpu (cpu.h), for scripts
 *
 *   tea-cpu [core=NAME] [KNOB=VALUE]...      words that the plugin takes
 *
 * Prints the properties to append to those that all cores have: ",v=on,vlen=256" and more, or
 * nothing. With several lanes they are the first one's: the others have the same vectors. Wrong
 * words print no message here, since the plugin reports them.
 */
#include <stdio.h>
#include <string.h>

#include "cpu.h"

#define CORE	"core="
#define LANE	"lane="

/* Up to the second lane. */
static int count_words(int argc, char **argv)
{
	int lanes = 0;

	for (int i = 1; i < argc; i++) {
		if (!strncmp(argv[i], LANE, strlen(LANE)) && lanes++)
			return i;
	}
	return argc;
}

int main(int argc, char **argv)
{
	struct tea_params params;
	char name[64], text[TEA_CPU_TEXT];

	argc = count_words(argc, argv);
	tea_params_init(&params);
	for (int i = 1; i < argc; i++) {
		if (!strncmp(argv[i], CORE, strlen(CORE)))
			tea_params_select(&params, argv[i] + strlen(CORE));
	}
	for (int i = 1; i < argc; i++) {
		if (sscanf(argv[i], "%63[^=]=", name) == 1 && argv[i][strlen(name)] == '=')
			tea_params_set(&params, name, argv[i] + strlen(name) + 1);
	}
	fputs(tea_cpu_properties(&params, text), stdout);
	return 0;
}
