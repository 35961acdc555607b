// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_cpu.c - QEMU's -cpu for a simulated core; see sim_cpu.h
 */
#include "sim_cpu.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"

/* Of every core. (QEMU's default has every extension that there is.) */
#define CPU	"rv64i,m=on,a=on,f=on,d=on,c=on,zicsr=on,zifencei=on,zicntr=on,zicbop=on"

/* In the child: becomes tea-cpu, which writes to @output. */
static void exec_tool(int output, const char *tool, const struct sim_cores *cores)
{
	const char **arguments = sim_cores_words(cores);

	if (!arguments || dup2(output, STDOUT_FILENO) < 0)
		return;
	arguments[0] = tool;
	execv(tool, (char **)arguments);
}

/* Up to @size - 1 bytes, till the end. */
static void read_text(int input, char *text, size_t size)
{
	size_t used = 0;
	ssize_t got;

	do {
		got = read(input, text + used, size - 1 - used);
		used += got > 0 ? (size_t)got : 0;
	} while (got > 0 || (got < 0 && errno == EINTR));
	text[used] = '\0';
}

int sim_cpu_find(char cpu[SIM_CPU_TEXT], const char *tool, const struct sim_cores *cores,
		 struct fault *fault)
{
	size_t used = (size_t)snprintf(cpu, SIM_CPU_TEXT, "%s", CPU);
	int ends[2], status, signal;
	pid_t pid;

	if (pipe(ends))
		return fault_set(fault, -errno, "cannot run '%.150s': %s", tool, strerror(errno));
	pid = fork();
	if (!pid) {
		exec_tool(ends[1], tool, cores);
		_exit(127);
	}
	close(ends[1]);
	if (pid > 0)
		read_text(ends[0], cpu + used, SIM_CPU_TEXT - used);
	close(ends[0]);
	status = pid < 0 ? -errno : child_wait(pid, &signal);
	if (status)
		return fault_set(fault, status < 0 ? status : -EIO, "cannot run '%.150s', which "
				 "tells what the core's QEMU needs", tool);
	return 0;
}
