// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * input.c - where the bytes of an input come from; see input.h
 */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keyindex.h"

#define COPY_BYTES	(256 << 10)
#define PARTS_MAX	8192

static int open_temporary(struct fault *fault)
{
	const char *named = getenv("TMPDIR");
	const char *const directories[] = { named ? named : "/var/tmp", "/tmp" };

	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++) {
		char *path;
		int fd = open(directories[i], O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

		if (fd < 0 && asprintf(&path, "%s/tea.XXXXXX", directories[i]) >= 0) {
			fd = mkostemp(path, O_CLOEXEC);
			if (fd >= 0)
				unlink(path);
			free(path);
		}
		if (fd >= 0)
			return fd;
	}
	return fault_set(fault, -errno, "cannot make a temporary file (%s): name a directory for "
			 "it in TMPDIR", strerror(errno));
}

static int write_all(int fd, const uint8_t *bytes, size_t size)
{
	while (size) {
		ssize_t done = write(fd, bytes, size);

		if (done < 0 && errno != EINTR)
			return -errno;
		bytes += done > 0 ? done : 0;
		size -= done > 0 ? (size_t)done : 0;
	}
	return 0;
}

static int copy_pipe(int from, int to, const struct progress *progress, struct fault *fault)
{
	uint8_t *buffer = malloc(COPY_BYTES);
	uint64_t copied = 0;
	ssize_t size = 1;
	int error = 0;

	if (!buffer)
		return fault_no_memory(fault, "a copy of it");
	while (!error && size) {
		progress_tell(progress, "reading", copied, 0);
		size = read(from, buffer, COPY_BYTES);
		copied += size > 0 ? (uint64_t)size : 0;
		if (size < 0 && errno != EINTR)
			error = fault_set(fault, -errno, "cannot be read: %s", strerror(errno));
		else if (size > 0 && write_all(to, buffer, (size_t)size))
			error = fault_set(fault, -errno, "cannot be copied to a temporary file (%s): "
					  "name a directory with more room in TMPDIR", strerror(errno));
	}
	free(buffer);
	return error;
}

/* Replaces the descriptor of a pipe by one of a file that has all its bytes. */
static int spool(struct input *input, const struct progress *progress, struct fault *fault)
{
	int fd = open_temporary(fault), error;
	struct stat stat;

	if (fd < 0)
		return fd;
	error = copy_pipe(input->fd, fd, progress, fault);
	if (!error && fstat(fd, &stat))
		error = fault_set(fault, -errno, "%s", strerror(errno));
	if (error) {
		close(fd);
		return error;
	}
	close(input->fd);
	input->fd = fd;
	input->size = (uint64_t)stat.st_size;
	return 0;
}

/* data.0, data.1, ... of the directory @path, up to the first that is not there. */
static int open_parts(struct input *input, const char *path, struct fault *fault)
{
	for (unsigned int i = 0; i < PARTS_MAX; i++) {
		struct input *grown, part = { 0 };
		struct stat stat;
		char *name;

		if (asprintf(&name, "%s/data.%u", path, i) < 0)
			return fault_no_memory(fault, "its parts");
		part.fd = open(name, O_RDONLY | O_CLOEXEC);
		free(name);
		if (part.fd < 0)
			return 0;
		grown = array_grow(input->parts, input->parts_count, sizeof(*grown));
		if (!grown || fstat(part.fd, &stat)) {
			close(part.fd);
			return fault_no_memory(fault, "its parts");
		}
		part.size = (uint64_t)stat.st_size;
		input->parts = grown;
		grown[input->parts_count++] = part;
	}
	return 0;
}

static int open_directory(struct input *input, const char *path, struct fault *fault)
{
	int fd = openat(input->fd, "data", O_RDONLY | O_CLOEXEC);
	struct stat stat;

	if (fd < 0)
		return fault_set(fault, -EISDIR, "is a directory without a recording in it: name "
				 "the file, or what 'perf record --threads' or '--kcore' wrote");
	close(input->fd);
	input->fd = fd;
	if (fstat(fd, &stat) || !S_ISREG(stat.st_mode))
		return fault_set(fault, -EINVAL, "its 'data' is not a regular file: record again");
	input->size = (uint64_t)stat.st_size;
	return open_parts(input, path, fault);
}

static int open_any(struct input *input, const char *path, const struct progress *progress,
		    struct fault *fault)
{
	struct stat stat;

	if (input->fd < 0)
		return fault_set(fault, -errno, "%s: name another file with -i", strerror(errno));
	if (fstat(input->fd, &stat))
		return fault_set(fault, -errno, "%s", strerror(errno));
	input->size = (uint64_t)stat.st_size;
	if (S_ISDIR(stat.st_mode))
		return open_directory(input, path, fault);
	if (S_ISFIFO(stat.st_mode) || S_ISSOCK(stat.st_mode) ||
	    (S_ISCHR(stat.st_mode) && !strcmp(path, "-")))
		return spool(input, progress, fault);
	if (!S_ISREG(stat.st_mode))
		return fault_set(fault, -EINVAL, "not a regular file: write the recording to a "
				 "file first");
	return 0;
}

int input_open(struct input *input, const char *path, const struct progress *progress,
	       struct fault *fault)
{
	bool standard = !strcmp(path, "-");
	int error;

	*input = (struct input){
		.fd = standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) :
		      open(path, O_RDONLY | O_CLOEXEC),
	};
	error = open_any(input, path, progress, fault);
	if (!error && !input->size)
		error = fault_set(fault, -EINVAL, "the file is empty: record again");
	if (error)
		input_close(input);
	return error;
}

void input_open_bytes(struct input *input, const void *bytes, size_t size)
{
	*input = (struct input){ .fd = -1, .bytes = bytes, .size = size };
}

void input_close(struct input *input)
{
	for (size_t i = 0; i < input->parts_count; i++)
		close(input->parts[i].fd);
	free(input->parts);
	if (input->fd >= 0 && !input->bytes)
		close(input->fd);
	*input = (struct input){ .fd = -1 };
}

int input_stat(const char *path, struct stat *found)
{
	char *data;
	int error;

	if (stat(path, found))
		return -errno;
	if (!S_ISDIR(found->st_mode))
		return 0;
	if (asprintf(&data, "%s/data", path) < 0)
		return -ENOMEM;
	error = stat(data, found) ? -errno : 0;
	free(data);
	return error;
}

bool input_is(const char *path, const char *output)
{
	struct stat one, other;

	return !input_stat(path, &one) && !stat(output, &other) && one.st_dev == other.st_dev &&
	       one.st_ino == other.st_ino;
}

ssize_t input_read(const struct input *input, uint64_t offset, void *to, size_t size)
{
	size_t done = 0;

	if (input->bytes) {
		if (offset >= input->size)
			return 0;
		done = size < input->size - offset ? size : (size_t)(input->size - offset);
		memcpy(to, input->bytes + offset, done);
		return (ssize_t)done;
	}
	if (offset > INT64_MAX - size)
		return 0;
	while (done < size) {
		ssize_t now = pread(input->fd, (uint8_t *)to + done, size - done,
				    (off_t)(offset + done));

		if (now < 0 && errno != EINTR)
			return -errno;
		if (!now)
			break;
		done += now > 0 ? (size_t)now : 0;
	}
	return (ssize_t)done;
}
