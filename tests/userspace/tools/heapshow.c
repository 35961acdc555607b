// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heapshow.c - an empty log of allocations, and what is in one
 *
 *	heapshow new LOG BYTES		BYTES that it may have
 *	heapshow LOG <QUESTIONS		"PID ADDRESS TIME", ADDRESS in hexadecimal, a line: how many bytes
 *					the block there has, 0 where there is none, what function made it,
 *					and its callers, "0x..."
 *	heapshow lost LOG		how many records had no room
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording/heaplog.h"

static const char *const functions[HEAPFORMAT_FUNCTIONS_COUNT] = {
#define HEAPFORMAT_X(id, name) [HEAPFORMAT_##id] = name,
	HEAPFORMAT_FUNCTIONS(HEAPFORMAT_X)
#undef HEAPFORMAT_X
};

static int make(const char *path, const char *bytes)
{
	static char page[HEAPFORMAT_PAGE];
	const struct heapformat_header header = {
		.magic = HEAPFORMAT_MAGIC, .most = strtoull(bytes, NULL, 0), .used = HEAPFORMAT_PAGE,
	};
	FILE *file = fopen(path, "wb");
	bool good;

	memcpy(page, &header, sizeof(header));
	good = file && fwrite(page, sizeof(page), 1, file) == 1;
	return file && !fclose(file) && good ? 0 : 1;
}

static void answer(const struct heaplog *log)
{
	unsigned long long pid, address, time_ns;

	while (scanf("%llu %llx %llu%*[^\n]", &pid, &address, &time_ns) == 3) {
		const struct heaplog_block *block = heaplog_find(log, (uint32_t)pid, address, time_ns);
		const struct heaplog_site *site = block ? &log->sites[block->site] : NULL;

		printf("%" PRIu64, block ? block->end - block->start : 0);
		if (site)
			printf(" %s", functions[site->function]);
		for (uint32_t i = 0; site && i < site->count; i++)
			printf(" 0x%" PRIx64, site->callers[i] - 1);
		putchar('\n');
	}
}

int main(int argc, char **argv)
{
	struct heaplog log;
	struct fault fault = { "there is no such file" };

	if (argc == 4 && !strcmp(argv[1], "new"))
		return make(argv[2], argv[3]);
	if (argc < 2 || heaplog_open(&log, argv[argc - 1], &fault) != 1) {
		fprintf(stderr, "heapshow: %s\n", fault.text);
		return 1;
	}
	if (argc == 3)
		printf("%" PRIu64 "\n", log.lost);
	else
		answer(&log);
	heaplog_close(&log);
	return 0;
}
