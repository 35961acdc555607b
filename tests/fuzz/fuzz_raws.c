// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_raws.c - any bytes as the raw records of samples that are right otherwise
 *
 * Each record stands behind a byte with its size.
 */
#include "fuzz.h"

#include "tools/perfwriter.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct writer_where where = { .pid = 10, .tid = 10, .time_ns = 1, .id = 1 };
	struct writer writer;

	writer_init(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_RAW);
	writer_comm(&writer, &where, "prog", true);
	writer_mmap(&writer, &where, 10, 0x10000, 0x1000, 0, "/bin/prog");
	for (size_t at = 0; at < size;) {
		size_t length = bytes[at++];

		length = length < size - at ? length : size - at;
		where.time_ns++;
		writer_raw_sample(&writer, &where, 0x10000 + at % 64, 1001, bytes + at,
				  (uint32_t)length);
		at += length;
	}
	writer_finish(&writer);
	fuzz_recording(writer.file.data, writer.file.size, (struct recording_options){ 0 });
	writer_deinit(&writer);
	return 0;
}
