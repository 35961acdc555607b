// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfbombs.c - perf.data files that were made to take time and memory
 *
 *	perfbombs BOMB FILE
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <zstd.h>

#include "tools/perfwriter.h"

#define TEXT	0x10000
#define MANY	100000

static const uint16_t base[4];

static struct writer_where at(uint32_t tid, uint64_t time_ns)
{
	return (struct writer_where){ .pid = tid, .tid = tid, .time_ns = time_ns, .id = 1 };
}

/* The same MiB of @record again and again, as one zstd stream. */
static void compress(struct writer *writer, const void *record, size_t size, unsigned int mib)
{
	static uint8_t plain[1 << 20], packed[1 << 15];
	ZSTD_CCtx *zstd = ZSTD_createCCtx();

	for (size_t i = 0; i + size <= sizeof(plain); i += size)
		memcpy(plain + i, record, size);
	while (zstd && mib--) {
		ZSTD_outBuffer output = { packed, sizeof(packed), 0 };
		ZSTD_inBuffer input = { plain, sizeof(plain), 0 };

		if (ZSTD_compressStream2(zstd, &output, &input, ZSTD_e_flush))
			break;
		writer_user(writer, WRITER_COMPRESSED, packed, (uint16_t)output.pos);
	}
	ZSTD_freeCCtx(zstd);
}

static void write_zeros(struct writer *writer)
{
	compress(writer, "\0\0\0\0\0\0\0", 8, 4096);
}

/* Records that are right, all of 8 bytes: FINISHED_ROUND. */
static void write_rounds(struct writer *writer)
{
	compress(writer, "D\0\0\0\0\0\10", 8, 1024);
}

/* Every sample lies in every mapping. */
static void write_mappings(struct writer *writer)
{
	for (uint32_t i = 0; i < MANY; i++) {
		struct writer_where where = at(10, i);

		writer_mmap(writer, &where, 10, TEXT, MANY * 8, 0, "/bin/prog");
	}
	for (uint32_t i = 0; i < MANY; i++) {
		struct writer_where where = at(10, MANY + i);

		writer_group(writer, &where, 1, base, 0, TEXT + 4 * i, 1000);
	}
}

/* A word of each thread, and a loss behind each word. */
static void write_losses(struct writer *writer)
{
	for (uint32_t i = 0; i < MANY; i++) {
		struct writer_where where = at(i, i + 1);

		writer_group(writer, &where, 1, base, 0, TEXT, 1000);
		writer_lost(writer, &where, 1);
	}
}

/* Every process is the child of the one before it; the sampled one of all. */
static void write_forks(struct writer *writer)
{
	for (uint32_t i = 1; i < MANY; i++) {
		struct writer_where where = at(i, i);

		writer_fork(writer, &where, i + 1, i + 1);
	}
	for (uint32_t i = 0; i < MANY; i++) {
		struct writer_where where = at(MANY, MANY + i);

		writer_group(writer, &where, 1, base, 0, TEXT + 4 * i, 1000);
	}
}

/* Objects and names that are all different. */
static void write_names(struct writer *writer)
{
	for (uint32_t i = 0; i < MANY / 4; i++) {
		struct writer_where where = at(10, i);
		char name[32];

		snprintf(name, sizeof(name), "/lib/lib%u.so", i);
		writer_mmap(writer, &where, 10, TEXT + 4096ULL * i, 4096, 0, name);
		writer_comm(writer, &where, name, false);
		writer_group(writer, &where, 1, base, 0, TEXT + 4096ULL * i, 1000);
	}
}

static const struct {
	const char *name;
	void (*write)(struct writer *writer);
} bombs[] = {
	{ "zeros", write_zeros }, { "rounds", write_rounds }, { "mappings", write_mappings },
	{ "losses", write_losses }, { "forks", write_forks }, { "names", write_names },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 3 && i < sizeof(bombs) / sizeof(bombs[0]); i++) {
		struct writer writer;
		FILE *file;

		if (strcmp(argv[1], bombs[i].name))
			continue;
		writer_init(&writer, WRITER_SAMPLE_TYPE);
		bombs[i].write(&writer);
		writer_finish(&writer);
		file = fopen(argv[2], "we");
		if (!file)
			return 1;
		fwrite(writer.file.data, 1, writer.file.size, file);
		writer_deinit(&writer);
		return fclose(file) != 0;
	}
	fprintf(stderr, "perfbombs: usage: perfbombs BOMB FILE\n");
	return 1;
}
