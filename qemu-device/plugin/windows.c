// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * windows.c - the parts of a stream that are modelled in detail: see windows.h
 */
#include <errno.h>
#include <stdlib.h>

#include "dying.h"
#include "windows.h"

#define MILLION		1000000
#define BLOCK		1024		/* windows that are allocated at a time, with a link to the last */

/* splitmix64 */
static uint64_t draw(struct windows *windows)
{
	uint64_t word = windows->draws += 0x9e3779b97f4a7c15;

	word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
	word = (word ^ word >> 27) * 0x94d049bb133111eb;
	return word ^ word >> 31;
}

/* Uniform: of @count equal parts of all words the one with the word. */
static uint64_t draw_below(struct windows *windows, uint64_t count)
{
	return (uint64_t)((unsigned __int128)draw(windows) * count >> 64);
}

/* Links are in the first element of a block, of which there is no window. */
static int add_block(struct windows *windows)
{
	struct window *block = malloc(BLOCK * sizeof(*block));

	if (!block)
		return -ENOMEM;
	block->number = (uintptr_t)windows->list;
	windows->list = block;
	windows->used = 1;
	return 0;
}

/* The window of the stratum that begins at windows->next. */
static void draw_window(struct windows *windows, uint64_t number)
{
	uint64_t cells = windows->next / windows->cell / WINDOWS_PART;

	cells = cells < 2 ? 2 : cells;
	cells = cells > windows->most ? windows->most : cells;
	windows->begin = windows->next + draw_below(windows, cells) * windows->cell;
	windows->end = windows->begin + windows->cell;
	windows->next += cells * windows->cell;
	windows->window = &windows->list[windows->used++];
	*windows->window = (struct window){ .number = number, .weight = cells };
}

int windows_init(struct windows *windows, const struct sampling *sampling, unsigned int number)
{
	const uint64_t part = sampling->warm == WINDOWS_WARM_ALL ? 0 : sampling->warm / WINDOWS_WARM_PART;

	*windows = (struct windows){
		.cell = part > WINDOWS_CELL ? part : WINDOWS_CELL, .warm = sampling->warm,
		.most = MILLION / sampling->millionths, .draws = sampling->seed,
	};
	windows->draws = draw(windows) + number;
	if (add_block(windows))
		return -ENOMEM;
	draw_window(windows, 0);
	return 0;
}

void windows_deinit(struct windows *windows)
{
	while (windows->list) {
		struct window *block = windows->list;

		windows->list = (struct window *)(uintptr_t)block->number;
		free(block);
	}
}

void windows_advance(struct windows *windows)
{
	if (windows->used == BLOCK && add_block(windows))
		dying_end("out of memory for the windows of a sampled simulation");
	draw_window(windows, windows->window->number + 1);
}
