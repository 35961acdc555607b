/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * imported.h - cycles that another simulator or tracer measured, and the profile made of them
 *
 * A format is recognised by its column names: TraceDoctor's samples and its golden reference, and a
 * plain table. docs/profile-format.md has the columns. A format is a row of the table in imported.c
 * and a file.
 */
#ifndef IMPORTED_H
#define IMPORTED_H

#include "csvtable.h"
#include "symbols/symtab.h"

#define IMPORTED_NO_STATE	4	/* of a row: the commit state is not known */

struct imported_row {
	uint64_t pc, parts;
	uint16_t signature;
	uint8_t state;			/* enum tea_commit_state, or IMPORTED_NO_STATE */
};

/* A file whose code was executed, from the ELF file's own address 0 on at @base. */
struct imported_object {
	const char *path;
	uint64_t base;
};

struct imported {
	const char *writer;		/* the tool that measured it, for views */
	bool sampled;			/* else all cycles were counted */
	uint32_t parts_per_cycle;
	uint64_t period;		/* core cycles between samples */
	uint64_t samples, first_cycle, last_cycle;	/* of these */
	struct imported_row *rows;
	size_t rows_count, rows_capacity;
};

/* How one of the formats is read. */
struct imported_format {
	const char *writer;
	const char *columns[4];		/* that identify it; ends in NULL */
	uint32_t parts_per_cycle;
	bool sampled;
	/* One row of the table. 0, or a negative errno with @fault filled. */
	int (*add)(struct imported *imported, const struct csvtable *table, struct fault *fault);
};

extern const struct imported_format imported_table, imported_tea_samples, imported_tea_golden;

/*
 * @period of samples that come at a fixed distance, 0: by their cycles. 0, or a negative errno with
 * @fault filled; then there is nothing to deinit.
 */
int imported_read(struct imported *imported, FILE *file, uint64_t period, struct fault *fault);
void imported_deinit(struct imported *imported);

/* "12.5" cycles as parts, rounded; @end is then behind it. False: it is none, or too much. */
bool imported_cycles(const char *text, uint32_t parts_per_cycle, uint64_t *parts,
		     const char **end);
/* Parts of a row more. 0, or a negative errno with @fault filled. */
int imported_add(struct imported *imported, const struct imported_row *row, struct fault *fault);

/*
 * Writes the profile, of @program, with ranges of the @count @objects. 0, or a negative errno with
 * @fault filled: an object that is none.
 */
int imported_write(const struct imported *imported, const char *program,
		   const struct imported_object *objects, size_t count, FILE *file,
		   struct fault *fault);

#endif /* IMPORTED_H */
