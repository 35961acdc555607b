// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixcode.c - sources of the kernel's code, and executions outside of it; see mixcode.h
 */
#include "mixcode.h"

#include <errno.h>
#include <stdlib.h>

#define PERCENT_TOLD	0.1		/* of all executions */

/* Executions of an object. */
struct share {
	double known, unknown;		/* executions, by whether their code is known */
};

/* Code of the kernel or of modules that is from files of one kind. */
struct origin {
	size_t kernels, modules;
	const char *path;		/* of one object */
};

static void note_origin(struct notes *notes, const struct origin *origin, const char *what)
{
	if (origin->kernels && origin->modules)
		notes_add(notes, "code of the kernel and of %zu of its modules is %s: '%s'",
			  origin->modules, what, origin->path);
	else if (origin->kernels)
		notes_add(notes, "code of the kernel is %s: '%s'", what, origin->path);
	else if (origin->modules)
		notes_add(notes, "code of %zu modules is %s: '%s'%s", origin->modules, what,
			  origin->path, origin->modules > 1 ? " and others" : "");
}

static void note_origins(const struct recording *recording, const struct share *shares,
			 struct notes *notes)
{
	static const char *const words[] = {
		[SYMBOLS_MEMORY] = "that of memory, as the kernel patched it",
		[SYMBOLS_IMAGE] = "that of an image",
		[SYMBOLS_ELF] = "that of files, without what the kernel patched in memory",
	};
	struct origin origins[SYMBOLS_ELF + 1] = { 0 };

	for (size_t i = 0; i < recording->symbols.count; i++) {
		const struct symbols_object *object = &recording->symbols.objects[i];
		struct origin *origin = &origins[object->source];

		if (!(shares[i].known > 0) || object->source == SYMBOLS_NOWHERE)
			continue;
		origin->kernels += object->kind == SYMBOLS_KERNEL;
		origin->modules += object->kind == SYMBOLS_MODULE;
		origin->path = object->code_path;
	}
	for (enum symbols_source source = SYMBOLS_MEMORY; source <= SYMBOLS_ELF; source++)
		note_origin(notes, &origins[source], words[source]);
}

/* Code outside the modules' ranges counts as the kernel's, whose file does not have it. */
static void note_outside(const struct recording *recording, const struct share *shares, double total,
			 struct notes *notes)
{
	for (size_t i = 0; i < recording->symbols.count; i++) {
		const struct symbols_object *object = &recording->symbols.objects[i];
		double percent = total > 0 ? 100 * shares[i].unknown / total : 0;

		if (object->kind == SYMBOLS_KERNEL && symbols_has_code(object) && percent >= PERCENT_TOLD)
			notes_add(notes, "%.1f%% of the executions are in the kernel's part of memory, "
				  "but neither in its code nor in a module's: eBPF programs are there, which "
				  "are not read", percent);
	}
}

int mixcode_note(const struct estimate *estimate, struct recording *recording)
{
	struct notes *notes = recording_notes(recording, estimate->measure);
	struct share *shares = calloc(recording->symbols.count + 1, sizeof(*shares));

	if (!shares)
		return -ENOMEM;
	for (size_t i = 0; i < estimate->count; i++) {
		const struct estimate_item *item = &estimate->items[i];
		struct share *share = &shares[item->object];

		*(item->length ? &share->known : &share->unknown) += item->executions;
	}
	note_origins(recording, shares, notes);
	note_outside(recording, shares, estimate->total, notes);
	free(shares);
	return 0;
}
