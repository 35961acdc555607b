// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * windows.c - the parts of a stream that are modelled in detail: see windows.h
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
	if (windows->allotment)
		cells = allotment_cells(windows->allotment, windows->next, windows->cell, cells);
	windows->begin = windows->next + draw_below(windows, cells) * windows->cell;
	windows->end = windows->begin + windows->cell;
	windows->next += cells * windows->cell;
	windows->window = &windows->list[windows->used++];
	*windows->window = (struct window){ .number = number, .begin = windows->begin, .weight = cells };
}

uint64_t windows_warm_resumed(const struct sampling *sampling)
{
	const uint64_t warm = sampling->warm;

	if (warm <= WINDOWS_WARM_RESUMED / WINDOWS_WARM_TIMES)
		return warm * WINDOWS_WARM_TIMES;
	return warm != WINDOWS_WARM_ALL && warm > WINDOWS_WARM_RESUMED ? warm : WINDOWS_WARM_RESUMED;
}

int windows_init(struct windows *windows, const struct sampling *sampling, unsigned int number)
{
	const uint64_t part = sampling->warm == WINDOWS_WARM_ALL ? 0 : sampling->warm / WINDOWS_WARM_PART;

	*windows = (struct windows){
		.cell = part > WINDOWS_CELL ? part : WINDOWS_CELL, .warm = sampling->warm,
		.most = MILLION / sampling->millionths, .draws = sampling->seed,
		.next_warm = sampling->warm, .warm_resumed = windows_warm_resumed(sampling),
	};
	if (number < sampling->allotments.count)
		windows->allotment = &sampling->allotments.list[number];
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

/* Behind the last stratum: a stream that ended comes to no other window. */
#define NEVER		(UINT64_C(1) << 62)

void windows_resume(struct windows *windows, const struct windows_state *state)
{
	while (windows->window->number < state->count)
		windows_advance(windows);
	windows->count = state->count;
	windows->state = *state;
	memcpy(windows->phases, state->phases, sizeof(windows->phases));
	windows->warm = windows->warm_resumed;
	windows->resumes = true;
	windows->end = state->passed;
	if (!state->ended)
		return;
	windows->warm = 0;
	windows->begin = windows->end = NEVER;
}

/* Its instructions so far are those of the run before. */
static void go_on(struct windows *windows)
{
	windows->resumes = false;
	windows->end = windows->begin + windows->cell;
	memcpy(windows->phases, windows->state.phases, sizeof(windows->phases));
}

const uint64_t *windows_phases(const struct windows *windows)
{
	return windows->resumes ? windows->state.phases : windows->phases;
}

static void note_state(struct windows *windows)
{
	windows->state.count = windows->count;
	windows->state.passed = windows->passed;
	windows->state.lost = windows->lost;
	memcpy(windows->state.phases, windows->phases, sizeof(windows->phases));
}

/* It is off by as much as it was, as soon as so many have passed. */
static void settle(struct windows *windows)
{
	const int64_t at = (int64_t)windows->passed + windows->lost - windows->state.lost;

	if (!windows->resumes || at < 0)
		return;
	windows->passed = (uint64_t)at;
	windows->lost = windows->state.lost;
}

void windows_skipped(struct windows *windows, uint64_t count)
{
	windows->phases[PHASE_SKIP] += count;
	windows->passed += count;
	settle(windows);
}

void windows_lose(struct windows *windows, int64_t count)
{
	windows->lost += count;
	settle(windows);
}

void windows_advance(struct windows *windows)
{
	if (windows->resumes) {
		go_on(windows);
		return;
	}
	note_state(windows);
	windows->warm = windows->next_warm;
	if (windows->used == BLOCK && add_block(windows))
		dying_end("out of memory for the windows of a sampled simulation");
	draw_window(windows, windows->window->number + 1);
}
