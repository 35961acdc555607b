// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * init.c - PID 1 of the guest: sets it up, runs one command, reports the verdict.
 *
 * Statically linked, so that it works whatever else the initramfs holds. In
 * order: mount, open the verdict port, load the modules of /lib/modules/list,
 * mount the shared folder at /host, run the command, power off.
 *
 * Inputs from the host (guest.bash):
 *   fw_cfg opt/tea/command	argv, each argument with its NUL; absent: a login
 *				shell on the terminal
 *   fw_cfg opt/tea/terminal	"ROWS COLUMNS TERM" of that terminal
 *   9p tag "host"		the shared folder, if there is one
 *   /dev/vport0p1, 2, 3	standard output, standard error, the verdict
 *   /dev/hvc0			the terminal
 *
 * The verdict, as lines on its port: "begin" when the command starts, then
 * "exit N" or "signal N" as it ended, or "failure TEXT" when the guest could not
 * be set up. Nothing else ends the guest but a panic, so a verdict without a
 * second line is a panic, a hang or a dead emulator.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STDOUT_PORT	"/dev/vport0p1"
#define STDERR_PORT	"/dev/vport0p2"
#define VERDICT_PORT	"/dev/vport0p3"
#define TERMINAL	"/dev/hvc0"
#define FW_CFG		"/sys/firmware/qemu_fw_cfg/by_name/opt/tea/"
#define MODULE_LIST	"/lib/modules/list"
#define SHARE_DEVICES	"/sys/bus/virtio/drivers/9pnet_virtio/virtio*"
#define SHARE_OPTIONS	"trans=virtio,version=9p2000.L,msize=512000,cache=mmap,access=client"
#define PORT_WAIT_MS	5000
#define RELAY_BYTES	65536

static int verdict_fd = -1;

static void write_all(int fd, const char *data, size_t size)
{
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return;
		if (n > 0) {
			data += n;
			size -= (size_t)n;
		}
	}
}

__attribute__((format(printf, 1, 2)))
static void tell_verdict(const char *format, ...)
{
	char line[512];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(line, sizeof(line) - 1, format, args);
	va_end(args);
	if ((size_t)n > sizeof(line) - 2)
		n = sizeof(line) - 2;
	line[n] = '\n';
	write_all(verdict_fd, line, (size_t)n + 1);
}

static void __attribute__((noreturn)) power_off(void)
{
	sync();
	reboot(RB_POWER_OFF);
	for (;;)
		pause();
}

__attribute__((noreturn, format(printf, 1, 2)))
static void fail(const char *format, ...)
{
	char text[256];
	va_list args;
	int kmsg = open("/dev/kmsg", O_WRONLY);

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (kmsg >= 0)
		dprintf(kmsg, "<2>init: %s", text);
	if (verdict_fd >= 0)
		tell_verdict("failure %s", text);
	power_off();
}

static void mount_all(void)
{
	static const struct {
		const char *type, *target, *options;
		mode_t mode;
	} mounts[] = {
		{ "devtmpfs", "/dev",	  "mode=0755", 0755 },
		{ "proc",     "/proc",	  NULL,	       0555 },
		{ "sysfs",    "/sys",	  NULL,	       0555 },
		{ "devpts",   "/dev/pts", "ptmxmode=0666", 0755 },
		{ "tmpfs",    "/dev/shm", "mode=1777", 01777 },
		{ "tmpfs",    "/tmp",	  "mode=1777,size=100%", 01777 },
		{ "tmpfs",    "/run",	  "mode=0755", 0755 },
		{ "tracefs",  "/sys/kernel/tracing", NULL, 0700 },
	};

	for (size_t i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		mkdir(mounts[i].target, mounts[i].mode);
		if (mount(mounts[i].type, mounts[i].target, mounts[i].type, 0, mounts[i].options))
			fail("cannot mount '%s': %s", mounts[i].target, strerror(errno));
	}
}

/* perf writes the host's name into perf.data. */
static void name_host(void)
{
	static const char name[] = "tea";

	if (sethostname(name, sizeof(name) - 1))
		fail("cannot set the host's name: %s", strerror(errno));
}

static void link_descriptors(void)
{
	static const char *const links[][2] = {
		{ "/proc/self/fd", "/dev/fd" },
		{ "/proc/self/fd/0", "/dev/stdin" },
		{ "/proc/self/fd/1", "/dev/stdout" },
		{ "/proc/self/fd/2", "/dev/stderr" },
	};

	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		if (symlink(links[i][0], links[i][1]))
			fail("cannot link '%s': %s", links[i][1], strerror(errno));
}

/* The kernel makes the ports a little after it starts init. */
static int open_port(const char *path)
{
	const struct timespec millisecond = { .tv_nsec = 1000000 };

	for (int waited_ms = 0; waited_ms < PORT_WAIT_MS; waited_ms++) {
		int fd = open(path, O_WRONLY | O_CLOEXEC);

		if (fd >= 0)
			return fd;
		nanosleep(&millisecond, NULL);
	}
	fail("cannot open port '%s': %s", path, strerror(errno));
}

static void write_setting(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, value, strlen(value)) < 0)
		fail("cannot set '%s' to '%s': %s", path, value, strerror(errno));
	close(fd);
}

static void load_module(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		fail("cannot open module '%s': %s", path, strerror(errno));
	if (syscall(SYS_finit_module, fd, "", 0) && errno != EEXIST)
		fail("cannot load module '%s': %s", path, strerror(errno));
	close(fd);
}

static void load_modules(void)
{
	char path[256];
	FILE *list = fopen(MODULE_LIST, "re");

	if (!list)
		fail("cannot open '%s': %s", MODULE_LIST, strerror(errno));
	while (fgets(path, sizeof(path), list)) {
		path[strcspn(path, "\n")] = '\0';
		load_module(path);
	}
	fclose(list);
}

/* The whole of a fw_cfg file with a NUL behind it; NULL if there is none. */
static char *read_fw_cfg(const char *name, size_t *size)
{
	char path[128], *data = NULL;
	size_t used = 0, room = 0;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), FW_CFG "%s/raw", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	do {
		if (room - used < 2) {
			room = room ? 2 * room : 4096;
			data = realloc(data, room);
			if (!data)
				fail("cannot read '%s': out of memory", path);
		}
		n = read(fd, data + used, room - used - 1);
		if (n < 0)
			fail("cannot read '%s': %s", path, strerror(errno));
		used += (size_t)n;
	} while (n);
	close(fd);
	data[used] = '\0';
	*size = used;
	return data;
}

/* "a\0b\0" to { "a", "b", NULL }. */
static char **split_command(char *data, size_t size)
{
	char **argv = calloc(size + 1, sizeof(*argv));
	size_t argc = 0;

	if (!argv || !size)
		fail("cannot read the command: it is empty");
	for (char *arg = data; arg < data + size; arg += strlen(arg) + 1)
		argv[argc++] = arg;
	return argv;
}

/* Without a shared folder the machine has no 9p device. */
static void mount_host(void)
{
	glob_t devices;

	if (!glob(SHARE_DEVICES, 0, NULL, &devices)) {
		globfree(&devices);
		if (mount("host", "/host", "9p", MS_NOATIME, SHARE_OPTIONS))
			fail("cannot mount the shared folder at '/host': %s", strerror(errno));
	}
}

static void __attribute__((noreturn)) exec_command(char **argv)
{
	int error;

	execvp(argv[0], argv);
	error = errno;
	fprintf(stderr, "cannot run '%s' on the guest: %s\n", argv[0], strerror(error));
	_exit(error == ENOENT ? 127 : 126);
}

/* Terminal mode: "ROWS COLUMNS TERM" to the terminal and the environment. */
static void set_terminal(int fd)
{
	struct winsize window = { 0 };
	char term[64];
	size_t size;
	const char *given = read_fw_cfg("terminal", &size);

	if (!given || sscanf(given, "%hu %hu %63s", &window.ws_row, &window.ws_col, term) != 3)
		return;
	ioctl(fd, TIOCSWINSZ, &window);
	setenv("TERM", term, 1);
}

static void enter_terminal(void)
{
	int fd;

	setsid();
	fd = open(TERMINAL, O_RDWR);
	if (fd < 0)
		fail("cannot open terminal '%s': %s", TERMINAL, strerror(errno));
	ioctl(fd, TIOCSCTTY, 0);
	set_terminal(fd);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	if (fd > 2)
		close(fd);
}

static void set_standard_files(const int streams[2])
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	setsid();
	dup2(null, 0);
	dup2(streams[0], 1);
	dup2(streams[1], 2);
}

static void on_child(int signal)
{
	(void)signal;
}

/*
 * Children are only noticed inside of ppoll(), which is given this mask.
 * The command starts with it, too.
 */
static sigset_t open_mask;

static void block_child_signal(void)
{
	const struct sigaction action = { .sa_handler = on_child };
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &open_mask);
	sigaction(SIGCHLD, &action, NULL);
}

/* Reaps every child, orphans included; true when the one waited for is among them. */
static bool reap_children(pid_t pid, int *status)
{
	bool ended = false;
	int any;

	for (;;) {
		pid_t reaped = waitpid(-1, &any, WNOHANG);

		if (reaped <= 0)
			return ended;
		if (reaped == pid) {
			*status = any;
			ended = true;
		}
	}
}

/* Moves the available data from a socket to its port; false at the stream's end. */
static bool relay(int from, int to)
{
	static char buffer[RELAY_BYTES];
	ssize_t n = read(from, buffer, sizeof(buffer));

	if (n > 0)
		write_all(to, buffer, (size_t)n);
	return n > 0 || (n < 0 && errno == EINTR);
}

/*
 * Relays both streams until the command ends, then the rest in the sockets. A process that it
 * leaves behind with an open stream delays nothing.
 */
static int relay_command(pid_t pid, const int from[2], const int to[2])
{
	struct pollfd fds[2] = {
		{ .fd = from[0], .events = POLLIN }, { .fd = from[1], .events = POLLIN },
	};
	int status = 0;

	while (!reap_children(pid, &status)) {
		if (ppoll(fds, 2, NULL, &open_mask) <= 0)
			continue;
		for (int i = 0; i < 2; i++)
			if (fds[i].revents && !relay(from[i], to[i]))
				fds[i].fd = -1;
	}
	for (int i = 0; i < 2; i++) {
		fcntl(from[i], F_SETFL, O_NONBLOCK);
		while (relay(from[i], to[i]))
			;
	}
	return status;
}

/*
 * The command writes to sockets: given a pipe as standard output, perf record
 * takes it for the file to record to, and perf.data would never come to be.
 */
static int run_command(char **argv)
{
	int to[2] = { open_port(STDOUT_PORT), open_port(STDERR_PORT) };
	int from[2], ends[2], pair[2];
	pid_t pid;

	for (int i = 0; i < 2; i++) {
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
			fail("cannot make a socket pair: %s", strerror(errno));
		from[i] = pair[0];
		ends[i] = pair[1];
	}
	tell_verdict("begin");
	pid = fork();
	if (pid < 0)
		fail("cannot fork: %s", strerror(errno));
	if (!pid) {
		set_standard_files(ends);
		sigprocmask(SIG_SETMASK, &open_mask, NULL);
		exec_command(argv);
	}
	close(ends[0]);
	close(ends[1]);
	return relay_command(pid, from, to);
}

static int run_shell(void)
{
	char *argv[] = { "sh", "-l", NULL };
	int status = 0;
	pid_t pid;

	tell_verdict("begin");
	pid = fork();
	if (pid < 0)
		fail("cannot fork: %s", strerror(errno));
	if (!pid) {
		enter_terminal();
		sigprocmask(SIG_SETMASK, &open_mask, NULL);
		exec_command(argv);
	}
	while (!reap_children(pid, &status))
		sigsuspend(&open_mask);
	return status;
}

static void set_environment(void)
{
	clearenv();
	setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", 1);
	setenv("HOME", "/root", 1);
	setenv("USER", "root", 1);
	setenv("SHELL", "/bin/sh", 1);
	setenv("TERM", "dumb", 1);
	setenv("LANG", "C.UTF-8", 1);
	if (chdir("/root"))
		fail("cannot enter '/root': %s", strerror(errno));
}

int main(void)
{
	char *command;
	size_t size = 0;
	int status;

	umask(022);
	mount_all();
	name_host();
	link_descriptors();
	verdict_fd = open_port(VERDICT_PORT);
	load_modules();
	write_setting("/proc/sys/kernel/kptr_restrict", "0");
	write_setting("/proc/sys/kernel/perf_event_paranoid", "-1");
	mount_host();
	set_environment();
	block_child_signal();
	command = read_fw_cfg("command", &size);
	status = command ? run_command(split_command(command, size)) : run_shell();
	if (WIFSIGNALED(status))
		tell_verdict("signal %d", WTERMSIG(status));
	else
		tell_verdict("exit %d", WEXITSTATUS(status));
	power_off();
}
