// SPDX-License-Identifier: GPL-2.0-or-later
/* dram.c - DDR3 behind an FR-FCFS controller: see dram.h */
#include "dram.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "misshops.h"
#include "memory.h"
#include "time/cycles.h"

#define QUEUE_DEPTH	8	/* intervals an entry remembers */

int tea_dram_init(struct tea_dram *dram, const struct tea_params *params)
{
	uint64_t core_mhz = params->core_mhz, dram_mhz = params->dram_mhz;
	size_t banks = (size_t)params->dram_ranks * params->dram_banks;

	assert(is_power_of_two(banks) && is_power_of_two(params->dram_row_bytes));
	dram->follow = NULL;
	dram->bank_mask = banks - 1;
	dram->bank_shift = log2_exact(banks);
	dram->row_shift = log2_exact(params->dram_row_bytes / TEA_LINE_BYTES);
	dram->cas = divide_up(params->dram_cas * core_mhz, dram_mhz);
	dram->rcd = divide_up(params->dram_rcd * core_mhz, dram_mhz);
	dram->rp = divide_up(params->dram_rp * core_mhz, dram_mhz);
	dram->ras = divide_up(params->dram_ras * core_mhz, dram_mhz);
	dram->burst = divide_up(TEA_LINE_BYTES * core_mhz, params->dram_mbps);
	dram->request = params->dram_controller / 2;
	dram->response = params->dram_controller - dram->request;
	tea_calendar_init(&dram->bus, params->dram_mbps, TEA_LINE_BYTES * core_mhz);
	dram->banks = calloc(banks, sizeof(*dram->banks));
	if (!dram->banks || tea_booking_init(&dram->queue, params->dram_queue, QUEUE_DEPTH) ||
	    tea_booking_init(&dram->outstanding, params->dram_outstanding, QUEUE_DEPTH))
		return -ENOMEM;
	return 0;
}

void tea_dram_deinit(struct tea_dram *dram)
{
	tea_booking_deinit(&dram->outstanding);
	tea_booking_deinit(&dram->queue);
	free(dram->banks);
}

cycle_t tea_dram_latency(const struct tea_dram *dram)
{
	return dram->request + dram->rcd + dram->cas + dram->burst + dram->response;
}

/* When a row can be opened after @previous (NULL: a bank at rest), wanted at @now. */
static struct tea_dram_row row_after(const struct tea_dram *dram,
				     const struct tea_dram_row *previous, uint64_t row, cycle_t now)
{
	struct tea_dram_row next = { .row = row, .begin = now };

	if (previous) {
		next.begin = cycle_max(now, previous->used);
		next.begin = cycle_max(next.begin, previous->open - dram->rcd + dram->ras);
	}
	next.open = next.begin + (previous ? dram->rp : 0) + dram->rcd;
	next.used = next.open + 1;
	return next;
}

static void bank_insert(struct tea_dram_bank *bank, unsigned int i, const struct tea_dram_row *row)
{
	if (bank->count == TEA_DRAM_ROWS) {
		if (i == 0)	/* older than all that is remembered */
			return;
		memmove(bank->rows, bank->rows + 1, (--i) * sizeof(*row));
	} else {
		memmove(bank->rows + i + 1, bank->rows + i, (bank->count - i) * sizeof(*row));
		bank->count++;
	}
	bank->rows[i] = *row;
}

static cycle_t row_column(const struct tea_dram *dram, const struct tea_dram_bank *bank,
			  struct tea_dram_row *row, cycle_t now)
{
	cycle_t column = cycle_max(now, row->open);

	row->used = cycle_max(row->used, column + 1);
	if (tea_follows(dram->follow))
		tea_follow_row(dram->follow, (uint64_t)(bank - dram->banks), row, now, column);
	return column;
}

/* Cycle of the column command for @row, wanted at @now. */
static cycle_t bank_read(const struct tea_dram *dram, struct tea_dram_bank *bank, uint64_t row,
			 cycle_t now)
{
	struct tea_dram_row next;
	unsigned int i = bank->count;

	while (i > 0 && bank->rows[i - 1].begin > now)
		i--;
	if (i > 0 && bank->rows[i - 1].row == row)
		return row_column(dram, bank, &bank->rows[i - 1], now);
	for (;; i++) {
		next = row_after(dram, i > 0 ? &bank->rows[i - 1] : NULL, row, now);
		if (i == bank->count || next.used <= bank->rows[i].begin)
			break;
		if (bank->rows[i].row == row)
			return row_column(dram, bank, &bank->rows[i], now);
	}
	if (tea_follows(dram->follow))
		tea_follow_opening(dram->follow, dram, (uint64_t)(bank - dram->banks),
				   i > 0 ? &bank->rows[i - 1] : NULL, &next, now);
	bank_insert(bank, i, &next);
	return next.open;
}

/* A read that came in @now waits for entries until @held and @queued. */
static __attribute__((noinline)) void follow_entries(const struct tea_dram *dram, cycle_t now,
						     unsigned int entry, cycle_t held,
						     unsigned int place, cycle_t queued)
{
	const struct tea_follow *follow = dram->follow;

	tea_hops_step(follow->hops, TEA_HOPS_DRAM, now + dram->request);
	tea_follow_booking(follow, &dram->outstanding, follow->outstanding, entry,
			   TEA_HOPS_DRAM_QUEUE, now + dram->request, held);
	tea_follow_booking(follow, &dram->queue, follow->queue, place, TEA_HOPS_DRAM_QUEUE, held,
			   queued);
}

/* Its column command is in @column, and @done the last beat. */
static __attribute__((noinline)) void follow_data(const struct tea_dram *dram, unsigned int entry,
						  unsigned int place, cycle_t column, cycle_t done)
{
	const struct tea_follow *follow = dram->follow;
	struct tea_hops *hops = follow->hops;

	tea_hops_hold(hops, tea_follow_next(&dram->queue, follow->queue, place));
	tea_hops_step_by(hops, TEA_HOPS_DRAM, column + dram->cas, TEA_HOPS_KNOB_dram_cas, 1);
	tea_follow_calendar(follow, &dram->bus, follow->bus, TEA_FOLLOW_BUS, TEA_HOPS_DRAM_BUS,
			    column + dram->cas, done - dram->burst);
	tea_hops_step(hops, TEA_HOPS_DRAM, done);
	tea_hops_hold(hops, tea_follow_next(&dram->outstanding, follow->outstanding, entry));
	tea_hops_step_by(hops, TEA_HOPS_DRAM, done + dram->response, TEA_HOPS_KNOB_dram_controller,
			 1);
}

cycle_t tea_dram_read(struct tea_dram *dram, uint64_t line, cycle_t now)
{
	uint64_t page = line >> dram->row_shift;
	unsigned int entry, place;
	cycle_t held = tea_booking_find(&dram->outstanding, now + dram->request,
					dram->rcd + dram->cas + dram->burst, &entry);
	cycle_t queued = tea_booking_find(&dram->queue, held, dram->rcd, &place);
	cycle_t column, done;

	if (tea_follows(dram->follow))
		follow_entries(dram, now, entry, held, place, queued);
	column = bank_read(dram, &dram->banks[page & dram->bank_mask], page >> dram->bank_shift,
			   queued);
	done = tea_calendar_take(&dram->bus, column + dram->cas) + dram->burst;
	if (tea_follows(dram->follow))
		follow_data(dram, entry, place, column, done);
	tea_booking_take(&dram->queue, place, queued, column);
	tea_booking_take(&dram->outstanding, entry, held, done);
	return done + dram->response;
}

void tea_dram_write(struct tea_dram *dram, cycle_t now)
{
	unsigned int entry;
	cycle_t held = tea_booking_find(&dram->outstanding, now + dram->request, dram->burst,
					&entry);
	cycle_t done = tea_calendar_take(&dram->bus, held) + dram->burst;

	if (tea_follows(dram->follow))
		tea_follow_calendar(dram->follow, &dram->bus, dram->follow->bus, TEA_FOLLOW_BUS,
				    TEA_HOPS_DRAM_BUS, UINT64_MAX, done - dram->burst);
	tea_booking_take(&dram->outstanding, entry, held, done);
}
