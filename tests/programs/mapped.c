// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mapped.c - code that lies elsewhere than in the program's own file
 *
 * Usage: mapped jit|vdso|spin MILLIONS
 *
 *   jit	code made at run time, named in /tmp/perf-PID.map as JITs do
 *   vdso	the kernel's clock_gettime(), where it is mapped into every process
 *   spin	this file, to be deleted while it runs
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* 1: addi a0, a0, -1; bnez a0, 1b; ret */
static const uint32_t countdown[] = { 0xfff50513, 0xfe051ee3, 0x00008067 };

static int run_jit(unsigned long steps)
{
	void *code = mmap(NULL, sizeof(countdown), PROT_READ | PROT_WRITE | PROT_EXEC,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[64];
	FILE *map;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, "w");
	if (code == MAP_FAILED || !map)
		return 1;
	memcpy(code, countdown, sizeof(countdown));
	__builtin___clear_cache(code, (char *)code + sizeof(countdown));
	fprintf(map, "%lx %zx jit:countdown\n", (unsigned long)code, sizeof(countdown));
	fclose(map);
	((void (*)(unsigned long))code)(steps);
	return 0;
}

static int run_vdso(unsigned long steps)
{
	struct timespec now;

	for (unsigned long i = 0; i < steps; i += 100)
		clock_gettime(CLOCK_MONOTONIC, &now);
	return 0;
}

static int __attribute__((noinline)) run_spin(unsigned long steps)
{
	for (volatile unsigned long i = 0; i < steps; i++)
		;
	return 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(unsigned long steps);
	} kinds[] = { { "jit", run_jit }, { "vdso", run_vdso }, { "spin", run_spin } };
	unsigned long millions = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	for (size_t i = 0; millions && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(argv[1], kinds[i].name))
			return kinds[i].run(millions * 1000000);
	fprintf(stderr, "usage: mapped jit|vdso|spin MILLIONS\n");
	return 2;
}
