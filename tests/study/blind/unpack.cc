// flags: -O3
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * unpack.cc - samples of three bits, sixteen in eight bytes, to a byte each
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
	while (left >= 8) {
		uint64_t bits;

		std::memcpy(&bits, __builtin_assume_aligned(source, 8), sizeof(bits));
		target[0] = bits & 7;
		target[1] = bits >> 3 & 7;
		target[2] = bits >> 6 & 7;
		target[3] = bits >> 9 & 7;
		target[4] = bits >> 12 & 7;
		target[5] = bits >> 15 & 7;
		target[6] = bits >> 18 & 7;
		target[7] = bits >> 21 & 7;
		target[8] = bits >> 24 & 7;
		target[9] = bits >> 27 & 7;
		target[10] = bits >> 30 & 7;
		target[11] = bits >> 33 & 7;
		target[12] = bits >> 36 & 7;
		target[13] = bits >> 39 & 7;
		target[14] = bits >> 42 & 7;
		target[15] = bits >> 45 & 7;
		source += 8;
		left -= 8;
		target += 16;
	}
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
