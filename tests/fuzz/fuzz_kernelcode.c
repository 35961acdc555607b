// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_kernelcode.c - a kernel's memory or image of any bytes
 */
#include "fuzz.h"

#include <unistd.h>

#include "symbols/kernelcode.h"

static void look_up(struct kernelcode *code)
{
	static const uint64_t addresses[] = {
		0, 0x1000, 0xffffffff80000000, 0xffffffff80000040, UINT64_MAX - 3,
	};

	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
		for (uint64_t size = 4; size; size <<= 20) {
			const uint8_t *bytes;
			size_t got = kernelcode_bytes(code, addresses[i], size, &bytes);

			for (size_t j = 0; j < got; j += 512)
				((volatile const uint8_t *)bytes)[j];
		}
	}
	kernelcode_close(code);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct kernelcode *code;
	char path[64];
	int fd = fuzz_file(bytes, size, path);

	if (!kernelcode_open_core(&code, path))
		look_up(code);
	if (!kernelcode_open_image(&code, path, 0xffffffff80000000, (const uint8_t *)"GNU", 3))
		look_up(code);
	close(fd);
	return 0;
}
