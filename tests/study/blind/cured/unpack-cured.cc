// flags: -O3
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * unpack-cured.cc - samples of three bits, sixteen in eight bytes, to a byte each
 */
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

class Unpacker {
	uint8_t *target;
	const uint8_t *source;
	size_t left;

public:
	Unpacker(uint8_t *to, const uint8_t *from, size_t bytes) :
		target(to), source(from), left(bytes) {}
	void run();
};

[[gnu::noinline]] void Unpacker::run()
{
	uint8_t *to = target;
	const uint8_t *from = source;
	size_t bytes = left;

	while (bytes >= 8) {
		uint64_t bits;

		std::memcpy(&bits, __builtin_assume_aligned(from, 8), sizeof(bits));
		to[0] = bits & 7;
		to[1] = bits >> 3 & 7;
		to[2] = bits >> 6 & 7;
		to[3] = bits >> 9 & 7;
		to[4] = bits >> 12 & 7;
		to[5] = bits >> 15 & 7;
		to[6] = bits >> 18 & 7;
		to[7] = bits >> 21 & 7;
		to[8] = bits >> 24 & 7;
		to[9] = bits >> 27 & 7;
		to[10] = bits >> 30 & 7;
		to[11] = bits >> 33 & 7;
		to[12] = bits >> 36 & 7;
		to[13] = bits >> 39 & 7;
		to[14] = bits >> 42 & 7;
		to[15] = bits >> 45 & 7;
		from += 8;
		bytes -= 8;
		to += 16;
	}
	target = to;
	source = from;
	left = bytes;
}

int main()
{
	std::vector<uint8_t> packed(8192), plain(16384);
	uint32_t state = 53;
	uint64_t sum = 0;

	for (auto &byte : packed)
		byte = (state = state * 1664525 + 1013904223) >> 24;
	for (int i = 0; i < 250; i++) {
		packed[i]++;
		Unpacker(plain.data(), packed.data(), packed.size()).run();
		sum = sum * 31 + plain[i * 7];
	}
	for (auto byte : plain)
		sum = sum * 31 + byte;
	std::printf("%016lx\n", (unsigned long)sum);
	return 0;
}
