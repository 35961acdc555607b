// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * buildid.c - which build of a file code is of: see buildid.h
 */
#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "buildid.h"

#define NOTES_MOST	65536		/* bytes of a segment of notes; more are not looked at */
#define SEGMENTS_MOST	64
#define FNV_START	UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME	UINT64_C(0x100000001b3)

struct file {
	int fd;
	Elf64_Ehdr header;
	Elf64_Phdr segments[SEGMENTS_MOST];
	unsigned int count;
};

static bool read_at(const struct file *file, void *to, size_t size, uint64_t offset)
{
	return pread(file->fd, to, size, (off_t)offset) == (ssize_t)size;
}

static bool read_headers(struct file *file)
{
	Elf64_Ehdr *header = &file->header;

	if (!read_at(file, header, sizeof(*header), 0) || memcmp(header->e_ident, ELFMAG, SELFMAG) ||
	    header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
	    header->e_phentsize != sizeof(file->segments[0]) || header->e_phnum > SEGMENTS_MOST)
		return false;
	file->count = header->e_phnum;
	return read_at(file, file->segments, file->count * sizeof(file->segments[0]),
		       header->e_phoff);
}

static size_t align4(size_t size)
{
	return (size + 3) & ~(size_t)3;
}

/* The build id in @size bytes of notes. */
static bool find_note(struct buildid *id, const unsigned char *notes, size_t size)
{
	Elf64_Nhdr note;

	for (size_t at = 0; size - at >= sizeof(note);) {
		size_t name = at + sizeof(note), described, next;

		memcpy(&note, notes + at, sizeof(note));
		described = name + align4(note.n_namesz);
		next = described + align4(note.n_descsz);
		if (note.n_namesz > size || note.n_descsz > size || described > size ||
		    described + note.n_descsz > size)
			return false;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof(ELF_NOTE_GNU) &&
		    !memcmp(notes + name, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)) && note.n_descsz &&
		    note.n_descsz <= BUILDID_BYTES) {
			for (size_t i = 0; i < note.n_descsz; i++)
				snprintf(id->text + 2 * i, 3, "%02x", notes[described + i]);
			return true;
		}
		at = next < size ? next : size;
	}
	return false;
}

static bool find_id(struct buildid *id, const struct file *file)
{
	unsigned char notes[NOTES_MOST];

	for (unsigned int i = 0; i < file->count; i++) {
		const Elf64_Phdr *segment = &file->segments[i];

		if (segment->p_type == PT_NOTE && segment->p_filesz <= sizeof(notes) &&
		    read_at(file, notes, segment->p_filesz, segment->p_offset) &&
		    find_note(id, notes, segment->p_filesz))
			return true;
	}
	return false;
}

/* Where a segment's own bytes begin in the file. */
static uint64_t begin_of(const struct file *file, const Elf64_Phdr *segment)
{
	uint64_t headers = file->header.e_phoff + file->count * sizeof(*segment);

	return segment->p_offset > headers ? segment->p_offset : headers;
}

static bool add_code(uint64_t *hash, const struct file *file, const Elf64_Phdr *segment)
{
	uint64_t at = begin_of(file, segment), end = segment->p_offset + segment->p_filesz;
	unsigned char bytes[16384];

	while (at < end) {
		size_t size = end - at < sizeof(bytes) ? end - at : sizeof(bytes);

		if (!read_at(file, bytes, size, at))
			return false;
		for (size_t i = 0; i < size; i++)
			*hash = (*hash ^ bytes[i]) * FNV_PRIME;
		at += size;
	}
	return true;
}

static bool hash_code(uint64_t *hash, const struct file *file)
{
	bool found = false;

	*hash = FNV_START;
	for (unsigned int i = 0; i < file->count; i++) {
		const Elf64_Phdr *segment = &file->segments[i];

		if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || !segment->p_filesz)
			continue;
		found = true;
		if (!add_code(hash, file, segment))
			return false;
	}
	return found;
}

void buildid_read(struct buildid *id, const char *path)
{
	struct file file = { .fd = open(path, O_RDONLY | O_CLOEXEC) };
	uint64_t hash;

	*id = (struct buildid){ .hashed = false };
	if (file.fd < 0)
		return;
	if (read_headers(&file) && !find_id(id, &file) && hash_code(&hash, &file)) {
		id->hashed = true;
		snprintf(id->text, sizeof(id->text), "%016" PRIx64, hash);
	}
	close(file.fd);
}
