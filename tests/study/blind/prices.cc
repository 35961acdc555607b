// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * prices.cc - prices by the number of the article; sales look them up
 */
#include <cstdint>
#include <cstdio>
#include <map>

static constexpr unsigned int articles = 12000, sales = 80000;

using Prices = std::map<uint32_t, uint32_t>;

static uint32_t next_random(uint32_t &state)
{
	state = state * 1664525 + 1013904223;
	return state >> 8;
}

[[gnu::noinline]] static uint64_t turnover(const Prices &prices, uint32_t &state)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < sales; i++) {
		auto price = prices.find(next_random(state) % articles);
		if (price != prices.end())
			sum = sum * 3 + price->second;
	}
	return sum;
}

int main()
{
	uint32_t state = 61;
	Prices prices;

	for (uint32_t i = 0; i < articles; i++)
		prices[i] = next_random(state) % 1000;
	std::printf("%016lx\n", (unsigned long)turnover(prices, state));
	return 0;
}
