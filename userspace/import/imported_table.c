// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * imported_table.c - a plain table: pc, cycles, and if it has them signature and state
 */
#include <errno.h>
#include <string.h>

#include "imported.h"
#include "recording/category.h"

#define THOUSANDTHS	1000		/* of a cycle are kept */

static int parse_state(const struct csvtable *table, struct imported_row *row, struct fault *fault)
{
	int column = csvtable_column(table, "state");
	unsigned int state;

	if (column < 0 || !*table->fields[column])
		return 0;
	if (!category_parse_state(&category_signatures, table->fields[column],
				  strlen(table->fields[column]), &state))
		return csvtable_refuse(table, column, "compute, drained, stalled or flushed", fault);
	row->state = (uint8_t)state;
	return 0;
}

static int add(struct imported *imported, const struct csvtable *table, struct fault *fault)
{
	int pc = csvtable_column(table, "pc"), cycles = csvtable_column(table, "cycles");
	int signature = csvtable_column(table, "signature");
	struct imported_row row = { .state = IMPORTED_NO_STATE };
	const char *name = signature < 0 ? "" : table->fields[signature], *end;
	int error;

	if (!csvtable_number(table->fields[pc], &row.pc))
		return csvtable_refuse(table, pc, "an address", fault);
	if (!imported_cycles(table->fields[cycles], imported->parts_per_cycle, &row.parts, &end) || *end)
		return csvtable_refuse(table, cycles, "a number of cycles", fault);
	if (*name && (!category_parse(&category_signatures, name, strlen(name), &row.signature) ||
		      row.signature == SIGNATURE_UNKNOWN))
		return csvtable_refuse(table, signature, "a signature as ST-L1+ST-LLC, or Base", fault);
	error = parse_state(table, &row, fault);
	return error ? error : imported_add(imported, &row, fault);
}

const struct imported_format imported_table = {
	.writer = "imported table", .columns = { "pc", "cycles" },
	.parts_per_cycle = THOUSANDTHS, .add = add,
};
