// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_records.c - any bytes as the records of a file whose header and features are right
 *
 * The first byte tells which fields its samples have.
 */
#include "fuzz.h"

#include "tools/perfwriter.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const uint64_t types[] = {
		WRITER_SAMPLE_TYPE,
		WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU | PERF_SAMPLE_CALLCHAIN,
		WRITER_SAMPLE_TYPE | PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_CPU,
		WRITER_SAMPLE_TYPE | PERF_SAMPLE_RAW | PERF_SAMPLE_READ,
		WRITER_SAMPLE_TYPE | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |
			PERF_SAMPLE_STACK_USER,
		PERF_SAMPLE_IP,
		WRITER_SAMPLE_TYPE | PERF_SAMPLE_RAW | WRITER_MEMORY_TYPE,
	};
	struct writer writer;
	uint64_t type;

	if (!size)
		return 0;
	type = types[bytes[0] % (sizeof(types) / sizeof(types[0]))];
	writer_init(&writer, type);
	writer.events = type & PERF_SAMPLE_IDENTIFIER ? 2 : 1;
	if (bytes[0] & 0x80)
		writer_set_big(&writer);
	writer.pipe = bytes[0] & 0x40;
	bytes_put(&writer.data, bytes + 1, size - 1);
	writer_finish(&writer);
	fuzz_recording(writer.file.data, writer.file.size, (struct recording_options){ 0 });
	writer_deinit(&writer);
	return 0;
}
