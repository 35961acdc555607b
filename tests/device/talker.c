// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * talker.c - a user program that takes its time, and writes to its terminal meanwhile
 *
 * talker WORD...: in turn
 *	work		for two and a half seconds
 *	seen N		work until the file that $SEEN names has N lines of tests that passed
 *	line		write a line
 *	part, end	write the beginning of one, and the rest
 *	ask		read a line
 *	vector		write a line by writev()
 *	fork		in a child work, and write a line; wait for it
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORK_S	2.5

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void work(void)
{
	double end = now() + WORK_S;

	while (now() < end)
		;
}

static long count_passed(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[256];
	long count = 0;

	while (file && fgets(line, sizeof(line), file))
		count += !strncmp(line, "ok ", 3);
	if (file)
		fclose(file);
	return count;
}

/* However slow the machine is; the test has a limit. */
static void work_until_seen(long count)
{
	const char *path = getenv("SEEN");

	while (path && count_passed(path) < count)
		for (double end = now() + 0.05; now() < end; )
			;
}

static int say(const char *text)
{
	return write(STDOUT_FILENO, text, strlen(text)) < 0;
}

static int say_by_parts(void)
{
	struct iovec parts[] = { { "by ", 3 }, { "parts\n", 6 } };

	return writev(STDOUT_FILENO, parts, 2) < 0;
}

static int ask(void)
{
	char answer[80];

	return read(STDIN_FILENO, answer, sizeof(answer)) < 0;
}

static int talk_in_child(void)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		work();
		_exit(say("child\n"));
	}
	work();
	return pid < 0 || waitpid(pid, &status, 0) != pid || status;
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc && !failed; i++) {
		if (!strcmp(argv[i], "work"))
			work();
		else if (!strcmp(argv[i], "seen"))
			work_until_seen(atol(argv[++i]));
		else if (!strcmp(argv[i], "line"))
			failed = say("a line\n");
		else if (!strcmp(argv[i], "part"))
			failed = say("begun, ");
		else if (!strcmp(argv[i], "end"))
			failed = say("ended\n");
		else if (!strcmp(argv[i], "ask"))
			failed = ask();
		else if (!strcmp(argv[i], "vector"))
			failed = say_by_parts();
		else if (!strcmp(argv[i], "fork"))
			failed = talk_in_child();
	}
	return failed;
}
