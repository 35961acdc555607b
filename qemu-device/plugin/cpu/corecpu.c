// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * corecpu.c - what QEMU's -cpu has to have of a core (cpu.h), for scripts
 *
 *   tea-cpu [core=NAME] [KNOB=VALUE]...      words that the plugin takes
 *
 * Prints what follows the properties that all cores have: ",v=on,vlen=256" and more, or nothing. Of
 * several lanes the first is it: the others have the same vectors. Of words that are wrong it says
 * nothing, since the plugin does.
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
