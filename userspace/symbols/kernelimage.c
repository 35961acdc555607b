// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kernelimage.c - unpacking a kernel's image; see kernelimage.h
 *
 * A compressed one is recognised by its first bytes. A zboot image has two words at 8, where the
 * compressed one lies in it and its size: drivers/firmware/efi/libstub/zboot-header.S of Linux.
 */
#include "kernelimage.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#define HEADER_BYTES	64
#define MAGIC_AT	0x38		/* of an Image */
#define BLOCK_BYTES	(1 << 16)
#define IMAGE_MOST	(256 << 20)	/* unpacked: many times a distribution's kernel */
#define GZIP_WINDOW	(15 + 16)	/* zlib: the largest, behind gzip's header */

/* Where in a file something compressed lies. */
struct packed {
	int fd;
	uint64_t at, end;
};

struct packing {
	const char *magic;
	size_t size;			/* of the magic */
	int (*unpack)(struct packed *packed, int to);	/* NULL: cannot be read */
};

/* Takes from @in and adds to @out. Returns 1, at the end 0, or a negative errno. */
typedef int step_t(void *decoder, ZSTD_inBuffer *in, ZSTD_outBuffer *out);

size_t kernelimage_read(int fd, void *bytes, size_t size, uint64_t offset)
{
	size_t got = 0;
	ssize_t count = 1;

	if (offset > INT64_MAX - size)
		return 0;
	while (got < size && count > 0) {
		count = pread(fd, (char *)bytes + got, size - got, (off_t)(offset + got));
		got += count > 0 ? (size_t)count : 0;
	}
	return got;
}

static int write_all(int to, const char *bytes, size_t size)
{
	for (ssize_t count; size; bytes += count, size -= (size_t)count) {
		count = write(to, bytes, size);
		if (count <= 0)
			return count ? -errno : -EIO;
	}
	return 0;
}

/* The next block, or -EBADMSG where there is none. */
static int refill(struct packed *packed, uint8_t *block, ZSTD_inBuffer *in)
{
	uint64_t left = packed->end - packed->at;
	size_t size = left < BLOCK_BYTES ? (size_t)left : BLOCK_BYTES;

	*in = (ZSTD_inBuffer){ .src = block, .size = kernelimage_read(packed->fd, block, size, packed->at) };
	packed->at += in->size;
	return in->size ? 0 : -EBADMSG;
}

static int unpack_blocks(struct packed *packed, int to, step_t *step, void *decoder, uint8_t *blocks)
{
	ZSTD_inBuffer in = { .src = blocks };
	ZSTD_outBuffer out = { .dst = blocks + BLOCK_BYTES, .size = BLOCK_BYTES };
	uint64_t made = 0;
	int more = 1, error = 0;

	while (!error && more > 0) {
		/* a full block may not have been all that there was to come */
		if (in.pos == in.size && out.pos < out.size)
			error = refill(packed, blocks, &in);
		out.pos = 0;
		more = error ? error : step(decoder, &in, &out);
		made += out.pos;
		if (more >= 0)
			error = made > IMAGE_MOST ? -EFBIG : write_all(to, out.dst, out.pos);
	}
	return more < 0 ? more : error;
}

static int unpack(struct packed *packed, int to, step_t *step, void *decoder)
{
	uint8_t *blocks = malloc(2 * BLOCK_BYTES);
	int error = blocks ? unpack_blocks(packed, to, step, decoder, blocks) : -ENOMEM;

	free(blocks);
	return error;
}

static int step_gzip(void *decoder, ZSTD_inBuffer *in, ZSTD_outBuffer *out)
{
	z_stream *stream = decoder;
	int result;

	stream->next_in = (const Bytef *)in->src + in->pos;
	stream->avail_in = (uInt)(in->size - in->pos);
	stream->next_out = (Bytef *)out->dst + out->pos;
	stream->avail_out = (uInt)(out->size - out->pos);
	result = inflate(stream, Z_NO_FLUSH);
	in->pos = in->size - stream->avail_in;
	out->pos = out->size - stream->avail_out;
	if (result == Z_STREAM_END)
		return 0;
	return result == Z_OK || result == Z_BUF_ERROR ? 1 : result == Z_MEM_ERROR ? -ENOMEM : -EBADMSG;
}

static int unpack_gzip(struct packed *packed, int to)
{
	z_stream stream = { .zalloc = Z_NULL };
	int error;

	if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
		return -ENOMEM;
	error = unpack(packed, to, step_gzip, &stream);
	inflateEnd(&stream);
	return error;
}

static int step_zstd(void *decoder, ZSTD_inBuffer *in, ZSTD_outBuffer *out)
{
	size_t result = ZSTD_decompressStream(decoder, out, in);

	return ZSTD_isError(result) ? -EBADMSG : result != 0;
}

static int unpack_zstd(struct packed *packed, int to)
{
	ZSTD_DCtx *decoder = ZSTD_createDCtx();
	int error = decoder ? unpack(packed, to, step_zstd, decoder) : -ENOMEM;

	ZSTD_freeDCtx(decoder);
	return error;
}

static const struct packing packings[] = {
	{ "\x1f\x8b", 2, unpack_gzip },
	{ "\x28\xb5\x2f\xfd", 4, unpack_zstd },
	{ "\xfd" "7zXZ", 5, NULL },
	{ "BZh", 3, NULL },
	{ "\x5d\0\0", 3, NULL },		/* LZMA */
	{ "\x89LZO", 4, NULL },
	{ "\x02\x21\x4c\x18", 4, NULL },	/* LZ4, as the kernel has it */
};

/* By the first bytes of the compressed data; NULL: unknown. */
static const struct packing *packing_of(const struct packed *packed)
{
	uint8_t header[HEADER_BYTES] = { 0 };

	kernelimage_read(packed->fd, header, sizeof(header), packed->at);
	for (size_t i = 0; i < sizeof(packings) / sizeof(packings[0]); i++)
		if (!memcmp(header, packings[i].magic, packings[i].size))
			return &packings[i];
	return NULL;
}

static uint32_t word_at(const uint8_t *header, size_t at)
{
	uint32_t word;

	memcpy(&word, header + at, sizeof(word));
	return le32toh(word);
}

/* The part of a file that is compressed: all of it, but for zboot's. */
static struct packed find_packed(int fd)
{
	struct packed packed = { .fd = fd };
	uint8_t header[HEADER_BYTES];
	struct stat stat;

	if (!fstat(fd, &stat))
		packed.end = (uint64_t)stat.st_size;
	if (kernelimage_read(fd, header, sizeof(header), 0) == sizeof(header) &&
	    !memcmp(header, "MZ", 2) && !memcmp(header + 4, "zimg", 4)) {
		uint64_t at = word_at(header, 8), end = at + word_at(header, 12);

		packed.at = at < packed.end ? at : packed.end;
		packed.end = end < packed.end ? end : packed.end;
	}
	return packed;
}

/* The header that boot loaders look at: "RSC" and a byte. */
static bool is_plain(int fd)
{
	uint8_t magic[4];

	return kernelimage_read(fd, magic, sizeof(magic), MAGIC_AT) == sizeof(magic) &&
	       !memcmp(magic, "RSC\x05", sizeof(magic));
}

bool kernelimage_is(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct packed packed = { .fd = fd };
	bool is = false;

	if (fd < 0)
		return false;
	packed = find_packed(fd);
	is = is_plain(fd) || packing_of(&packed);
	close(fd);
	return is;
}

/* In memory. */
static int open_unpacked(struct packed *packed, const struct packing *packing)
{
	int to = memfd_create("image", MFD_CLOEXEC);
	int error = to < 0 ? -errno : packing->unpack(packed, to);

	if (!error && !is_plain(to))
		error = -ENOEXEC;
	if (error && to >= 0)
		close(to);
	return error ? error : to;
}

int kernelimage_open(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), opened;
	const struct packing *packing;
	struct packed packed;

	if (fd < 0)
		return -errno;
	if (is_plain(fd))
		return fd;
	packed = find_packed(fd);
	packing = packing_of(&packed);
	if (!packing)
		opened = -ENOEXEC;
	else
		opened = packing->unpack ? open_unpacked(&packed, packing) : -EOPNOTSUPP;
	close(fd);
	return opened;
}
