// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * digest.c - SHA-256 of files; see digest.h
 */
#include "digest.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void put_digest(struct sha256_ctx *hash, char digest[DIGEST_TEXT])
{
	uint8_t bytes[SHA256_DIGEST_SIZE];

	sha256_digest(hash, sizeof(bytes), bytes);
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(digest + 2 * i, 3, "%02x", bytes[i]);
}

void digest_text(const char *text, char digest[DIGEST_TEXT])
{
	struct sha256_ctx hash;

	sha256_init(&hash);
	sha256_update(&hash, strlen(text), (const uint8_t *)text);
	put_digest(&hash, digest);
}

static void put_text(struct sha256_ctx *hash, const char *text)
{
	sha256_update(hash, strlen(text) + 1, (const uint8_t *)text);
}

static int read_bytes(const char *path, struct sha256_ctx *hash)
{
	FILE *file = fopen(path, "re");
	uint8_t bytes[1 << 16];
	size_t size;
	int error = 0;

	if (!file)
		return -errno;
	while ((size = fread(bytes, 1, sizeof(bytes), file)))
		sha256_update(hash, size, bytes);
	if (ferror(file))
		error = -EIO;
	fclose(file);
	return error;
}

static int is_entry(const struct dirent *entry)
{
	return strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
}

static int by_bytes(const struct dirent **one, const struct dirent **other)
{
	return strcmp((*one)->d_name, (*other)->d_name);
}

static int read_tree(const char *path, struct sha256_ctx *hash);

/* Each with what it is and how long, so that two trees never read the same. */
static int read_file(const char *path, const struct stat *found, struct sha256_ctx *hash)
{
	char text[64];

	snprintf(text, sizeof(text), "file %lld", (long long)found->st_size);
	put_text(hash, text);
	return read_bytes(path, hash);
}

/* Where it leads, and the file there. A directory there is not read: it could be above. */
static int read_link(const char *path, struct sha256_ctx *hash)
{
	char target[PATH_MAX];
	ssize_t length = readlink(path, target, sizeof(target) - 1);
	struct stat found;

	if (length < 0)
		return -errno;
	target[length] = '\0';
	put_text(hash, "link");
	put_text(hash, target);
	return !stat(path, &found) && S_ISREG(found.st_mode) ? read_file(path, &found, hash) : 0;
}

static int read_entry(const char *path, struct sha256_ctx *hash)
{
	struct stat found;

	if (lstat(path, &found))
		return -errno;
	if (S_ISDIR(found.st_mode)) {
		put_text(hash, "directory");
		return read_tree(path, hash);
	}
	if (S_ISLNK(found.st_mode))
		return read_link(path, hash);
	if (S_ISREG(found.st_mode))
		return read_file(path, &found, hash);
	put_text(hash, "other");
	return 0;
}

static int read_tree(const char *path, struct sha256_ctx *hash)
{
	struct dirent **entries;
	int count = scandir(path, &entries, is_entry, by_bytes), error = 0;

	if (count < 0)
		return -errno;
	for (int i = 0; i < count; i++) {
		char *entry = NULL;

		if (!error && asprintf(&entry, "%s/%s", path, entries[i]->d_name) < 0)
			error = -ENOMEM;
		if (!error) {
			put_text(hash, entries[i]->d_name);
			error = read_entry(entry, hash);
		}
		free(entry);
		free(entries[i]);
	}
	free(entries);
	put_text(hash, "");		/* no entry's name: the end */
	return error;
}

static int read_path(const char *path, char digest[DIGEST_TEXT])
{
	struct sha256_ctx hash;
	struct stat found;
	int error;

	sha256_init(&hash);
	if (stat(path, &found))
		return -errno;
	error = S_ISDIR(found.st_mode) ? read_tree(path, &hash) : read_bytes(path, &hash);
	put_digest(&hash, digest);
	return error;
}

const char *digest_of(struct digests *digests, const char *path, struct fault *fault)
{
	const char *own = texts_intern(&digests->paths, path);
	const struct key key = { .low = (uint64_t)(uintptr_t)own };
	uint32_t number;
	int error;

	if (!own) {
		fault_no_memory(fault, "the digests");
		return NULL;
	}
	number = keyindex_get(&digests->index, key);
	if (number == KEYINDEX_NONE)
		number = KEYINDEX_APPEND(&digests->index, key, digests->items, digests->count);
	if (number == KEYINDEX_NONE) {
		fault_no_memory(fault, "the digests");
		return NULL;
	}
	if (digests->items[number][0])
		return digests->items[number];
	error = read_path(path, digests->items[number]);
	if (!error)
		return digests->items[number];
	digests->items[number][0] = '\0';
	fault_set(fault, error, "cannot read '%s': %s", path, strerror(-error));
	return NULL;
}

void digests_deinit(struct digests *digests)
{
	texts_deinit(&digests->paths);
	keyindex_deinit(&digests->index);
	free(digests->items);
}
