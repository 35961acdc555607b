// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * index.cc - an index of documents by their number, and some questions to it
 */
#include <cstdint>
#include <cstdio>
#include <unordered_map>

static constexpr unsigned int documents = 40000, questions = 4000;

struct Place {
	uint32_t shelf, position;
};

using Index = std::unordered_map<uint64_t, Place>;

[[gnu::noinline]] static void index_fill(Index &index)
{
	uint64_t number = 59;

	for (uint32_t i = 0; i < documents; i++) {
		number = number * 6364136223846793005u + 1442695040888963407u;
		index.emplace(number >> 20, Place{i / 100, i % 100});
	}
}

[[gnu::noinline]] static uint64_t index_ask(const Index &index)
{
	uint64_t number = 59, sum = 0;

	for (unsigned int i = 0; i < questions; i++) {
		number = number * 6364136223846793005u + 1442695040888963407u;
		auto found = index.find(number >> 20);
		if (found != index.end())
			sum = sum * 31 + found->second.shelf + found->second.position;
	}
	return sum;
}

int main()
{
	Index index;

	index_fill(index);
	std::printf("%016lx\n", (unsigned long)index_ask(index));
	return 0;
}
