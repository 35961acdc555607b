// SPDX-License-Identifier: GPL-2.0-or-later
/* dram.c - DDR3 behind an FR-FCFS controller: see dram.h */
#include "dram.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "misstrace.h"
#include "time/cycles.h"

#define QUEUE_DEPTH	8	/* intervals an entry remembers, of one core's requests */
#define QUEUE_DEPTH_MANY	64	/* and of several cores, which are simulated in turns */

int tea_dram_init(struct tea_dram *dram, const struct tea_params *params, unsigned int cores)
{
	const unsigned int depth = cores > 1 ? QUEUE_DEPTH_MANY : QUEUE_DEPTH;
	uint64_t core_mhz = params->core_mhz, dram_mhz = params->dram_mhz;
	size_t banks = (size_t)params->dram_ranks * params->dram_banks;

	assert(is_power_of_two(banks) && is_power_of_two(params->dram_row_bytes));
	dram->trace = NULL;
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
	if (!dram->banks || tea_booking_init(&dram->queue, params->dram_queue, depth) ||
	    tea_booking_init(&dram->outstanding, params->dram_outstanding, depth))
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
	TEA_MISSTRACE(dram->trace, row, (uint64_t)(bank - dram->banks), row, now, column);
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
	TEA_MISSTRACE(dram->trace, opening, dram, (uint64_t)(bank - dram->banks),
		      i > 0 ? &bank->rows[i - 1] : NULL, &next, now);
	bank_insert(bank, i, &next);
	return next.open;
}

cycle_t tea_dram_read(struct tea_dram *dram, uint64_t line, cycle_t now)
{
	uint64_t page = line >> dram->row_shift;
	unsigned int entry, place;
	cycle_t held = tea_booking_find(&dram->outstanding, now + dram->request,
					dram->rcd + dram->cas + dram->burst, &entry);
	cycle_t queued = tea_booking_find(&dram->queue, held, dram->rcd, &place);
	cycle_t column, done;

	TEA_MISSTRACE(dram->trace, dram_queued, dram, now, entry, held, place, queued);
	column = bank_read(dram, &dram->banks[page & dram->bank_mask], page >> dram->bank_shift,
			   queued);
	done = tea_calendar_take(&dram->bus, column + dram->cas) + dram->burst;
	TEA_MISSTRACE(dram->trace, dram_data, dram, entry, place, column, done);
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

	TEA_MISSTRACE(dram->trace, dram_written, dram, done);
	tea_booking_take(&dram->outstanding, entry, held, done);
}
