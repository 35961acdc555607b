// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_tasks.c - mappings, forks and names, with their times
 */
#include <errno.h>
#include <string.h>

#include "perf_reader.h"

/* "[kernel.kallsyms]_text" names the symbol whose recorded address is the offset. */
static uint32_t kernel_object(struct recording *recording, const struct perfdata_mmap *mmap)
{
	struct symbols_options *options = &recording->symbols.options;
	const char *reference;
	uint32_t object;

	if (!strncmp(mmap->path, KERNEL_OBJECT, strlen(KERNEL_OBJECT))) {
		reference = texts_intern(&recording->texts, mmap->path + strlen(KERNEL_OBJECT));
		if (!reference)
			return KEYINDEX_NONE;
		options->kernel_reference = reference;
		options->kernel_text = mmap->offset;
		return symbols_object(&recording->symbols, KERNEL_OBJECT, SYMBOLS_KERNEL);
	}
	object = symbols_object(&recording->symbols, mmap->path, SYMBOLS_MODULE);
	if (object != KEYINDEX_NONE)
		symbols_set_start(&recording->symbols, object, mmap->start);
	return object;
}

static int add_mapping(struct perf_pass *pass, const struct perfdata_record *record)
{
	const struct perfdata_mmap *mmap = &record->mmap;
	struct recording *recording = pass->recording;
	bool kernel = mmap->pid == MAPS_KERNEL;
	struct maps_entry entry = {
		.since.time = perf_reader_time(record), .start = mmap->start,
		.offset = mmap->offset,
		.end = mmap->size > UINT64_MAX - mmap->start ? UINT64_MAX :
		       mmap->start + mmap->size,
	};

	entry.object = kernel ? kernel_object(recording, mmap) :
		       symbols_mapped(&recording->symbols, mmap->path, mmap->pid);
	entry.code = !kernel && !(record->head.misc & PERF_RECORD_MISC_MMAP_DATA) &&
		     entry.object != KEYINDEX_NONE &&
		     symbols_by_offset(&recording->symbols, entry.object);
	if (entry.object == KEYINDEX_NONE || maps_add(&recording->maps, mmap->pid, &entry))
		return fault_no_memory(pass->fault, "its records");
	if (mmap->build_id_size)
		symbols_set_build_id(&recording->symbols, entry.object, mmap->build_id,
				     mmap->build_id_size);
	return 0;
}

static int add_comm(struct perf_pass *pass, const struct perfdata_record *record)
{
	const struct perfdata_task *task = &record->task;
	struct recording *recording = pass->recording;
	const char *comm = texts_intern(&recording->texts, task->comm);
	uint64_t time = perf_reader_time(record);

	if (!comm || maps_rename(&recording->maps, task->tid, comm, time) ||
	    (task->exec && maps_exec(&recording->maps, task->pid, time)))
		return fault_no_memory(pass->fault, "its records");
	return 0;
}

static int add_fork(struct perf_pass *pass, const struct perfdata_record *record)
{
	struct maps_task task = {
		.pid = record->task.pid, .parent_pid = record->task.parent_pid,
		.tid = record->task.tid, .parent_tid = record->task.parent_tid,
	};

	if (maps_fork(&pass->recording->maps, &task, perf_reader_time(record)))
		return fault_no_memory(pass->fault, "its records");
	return 0;
}

static int (*const adders[PERF_RECORD_MAX])(struct perf_pass *,
					    const struct perfdata_record *) = {
	[PERF_RECORD_MMAP] = add_mapping,
	[PERF_RECORD_MMAP2] = add_mapping,
	[PERF_RECORD_COMM] = add_comm,
	[PERF_RECORD_FORK] = add_fork,
};

int perf_pass_change(struct perf_pass *pass, const struct perfdata_record *record)
{
	int error = 0;

	if (record->head.offset < pass->known)
		return 0;
	for (size_t i = 0; !error && i < pass->readers_count; i++)
		error = perf_reader_drain(&pass->readers[i]);
	if (!error)
		error = adders[record->head.type](pass, record);
	if (error || pass->again || !pass->sampled || perf_reader_time(record) > pass->latest)
		return error;
	return perf_pass_late(pass, record);
}
