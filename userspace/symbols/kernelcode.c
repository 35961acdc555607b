// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kernelcode.c - segments of a kernel in a file, read when they are asked for; see kernelcode.h
 */
#include "kernelcode.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cursor.h"
#include "base/keyindex.h"
#include "kernelimage.h"

#define SEGMENTS_MOST	4096
#define ASKED_MOST	(1 << 20)	/* bytes at once: no function is longer */
#define ID_BLOCK	(1 << 16)

struct segment {
	uint64_t address, size, offset;
};

/* A piece that was read is kept, since it is asked for again. */
struct code_copy {
	uint64_t size;
	uint8_t *bytes;
};

struct kernelcode {
	int fd;
	struct segment *segments;
	size_t segments_count;
	struct keyindex index;		/* of pieces, by address and size */
	struct code_copy *pieces;
	size_t pieces_count;
};

/* Takes @fd. */
static int open_code(struct kernelcode **code, int fd)
{
	struct kernelcode *opened = calloc(1, sizeof(*opened));

	if (!opened) {
		close(fd);
		return -ENOMEM;
	}
	opened->fd = fd;
	*code = opened;
	return 0;
}

void kernelcode_close(struct kernelcode *code)
{
	if (!code)
		return;
	close(code->fd);
	for (size_t i = 0; i < code->pieces_count; i++)
		free(code->pieces[i].bytes);
	free(code->pieces);
	free(code->segments);
	keyindex_deinit(&code->index);
	free(code);
}

static int add_segment(struct kernelcode *code, struct segment segment)
{
	struct segment *grown = array_grow(code->segments, code->segments_count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	code->segments = grown;
	grown[code->segments_count++] = segment;
	return 0;
}

static int read_segments(struct kernelcode *code)
{
	Elf64_Ehdr header;
	int error = 0;

	if (kernelimage_read(code->fd, &header, sizeof(header), 0) != sizeof(header) ||
	    memcmp(header.e_ident, ELFMAG, SELFMAG) || header.e_ident[EI_CLASS] != ELFCLASS64 ||
	    header.e_ident[EI_DATA] != ELFDATA2LSB || le16toh(header.e_type) != ET_CORE ||
	    le16toh(header.e_machine) != EM_RISCV ||
	    le16toh(header.e_phentsize) != sizeof(Elf64_Phdr))
		return -ENOEXEC;
	for (uint64_t i = 0; !error && i < le16toh(header.e_phnum) && i < SEGMENTS_MOST; i++) {
		uint64_t offset = le64toh(header.e_phoff) + i * sizeof(Elf64_Phdr);
		Elf64_Phdr segment;

		if (kernelimage_read(code->fd, &segment, sizeof(segment), offset) != sizeof(segment))
			return -ENOEXEC;
		if (le32toh(segment.p_type) == PT_LOAD)
			error = add_segment(code, (struct segment){
				.address = le64toh(segment.p_vaddr), .size = le64toh(segment.p_filesz),
				.offset = le64toh(segment.p_offset),
			});
	}
	return error;
}

int kernelcode_open_core(struct kernelcode **code, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int error = fd < 0 ? -errno : open_code(code, fd);

	if (error)
		return error;
	error = read_segments(*code);
	if (error) {
		kernelcode_close(*code);
		*code = NULL;
	}
	return error;
}

/* The build id is in the image as linked, in its notes: anywhere in the file. */
static bool has_build_id(int fd, const uint8_t *id, size_t size)
{
	uint8_t *block = malloc(ID_BLOCK);
	uint64_t offset = 0;
	bool found = !size;
	size_t got = 1;

	while (block && !found && got) {
		got = kernelimage_read(fd, block, ID_BLOCK, offset);
		found = got >= size && memmem(block, got, id, size);
		/* it may lie across two blocks */
		offset += got > size ? got - size : got;
		got = got > size ? got : 0;
	}
	free(block);
	return found;
}

int kernelcode_open_image(struct kernelcode **code, const char *path, uint64_t start,
			  const uint8_t *build_id, size_t id_size)
{
	int fd = kernelimage_open(path);
	int error = fd < 0 ? fd : open_code(code, fd);
	struct stat stat;

	if (error)
		return error;
	if (fstat(fd, &stat) || !S_ISREG(stat.st_mode))
		error = -ENOEXEC;
	else if (!has_build_id(fd, build_id, id_size))
		error = -ESTALE;
	else
		error = add_segment(*code, (struct segment){
			.address = start, .size = (uint64_t)stat.st_size,
		});
	if (error) {
		kernelcode_close(*code);
		*code = NULL;
	}
	return error;
}

/* A piece that is not there yet; NULL where there are no such bytes, or no memory. */
static struct code_copy *read_piece(struct kernelcode *code, struct key key)
{
	uint64_t address = key.high, size = key.low;
	struct code_copy piece = { .size = 0 };
	uint32_t number;

	for (size_t i = 0; i < code->segments_count && !piece.bytes; i++) {
		const struct segment *segment = &code->segments[i];
		uint64_t into = address - segment->address;

		if (address < segment->address || into >= segment->size)
			continue;
		if (size > segment->size - into)
			size = segment->size - into;
		piece.bytes = malloc(size);
		if (piece.bytes)
			piece.size = kernelimage_read(code->fd, piece.bytes, size, segment->offset + into);
	}
	number = KEYINDEX_APPEND(&code->index, key, code->pieces, code->pieces_count);
	if (number == KEYINDEX_NONE) {
		free(piece.bytes);
		return NULL;
	}
	code->pieces[number] = piece;
	return &code->pieces[number];
}

size_t kernelcode_bytes(struct kernelcode *code, uint64_t address, uint64_t size,
			const uint8_t **bytes)
{
	struct key key = { .high = address, .low = size < ASKED_MOST ? size : ASKED_MOST };
	uint32_t number = keyindex_get(&code->index, key);
	const struct code_copy *piece = number != KEYINDEX_NONE ? &code->pieces[number] :
				    read_piece(code, key);

	if (!piece || !piece->size)
		return 0;
	*bytes = piece->bytes;
	return piece->size;
}
