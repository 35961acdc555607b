/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * feed.h - QEMU's executions as a stream of operations: see lane.h
 *
 *   translation   decode once: a block of plain instructions, or the template of one, freed
 *                 with the translations
 *   execution     of a block, note that it begins, and the addresses accessed; else copy the
 *                 template, note the address
 *   one later     the next block or instruction shows where control went: step the lane
 *
 * So the lane is always one block or instruction behind, and knows everything about the one that
 * it steps. Control leaves a block early only at an access, as a fault: see ends_block() in
 * code.c. That access has no address then, and the next address of control shows the cause, as
 * with a single instruction.
 *
 * Several lanes get the stream by a broadcast queue, which waits for them, nothing here does; or,
 * if they need the machine's current state, they take each operation one after the other: the
 * first of these gives time (machine.c). No strings, hashes or locks at execution. One feed per
 * hart, or per thread of a user program; a feed is used by the thread that executes it.
 */
#ifndef TEA_FEED_H
#define TEA_FEED_H

#include "hostapi.h"
#include "lane.h"
#include "region.h"
#include "broadcast.h"
#include "vectorop.h"
#include "windows.h"

#define FEEDS_MAX	1024		/* harts, or threads at one time */

struct feed;

/* The source of the code: the differences between a machine and a user program. */
struct feed_host {
	/* Privilege of the code being translated. */
	uint8_t (*privilege)(void);
	/* Code at @pc, with its bytes at @host, is about to be translated; may be NULL. */
	void (*code)(uint64_t pc, const void *host);
	/* Address space of the hart after satp was written; may be NULL. */
	uint16_t (*asid)(unsigned int index);
	/*
	 * Where the handler of a signal, which begins, returns to: control can go there without
	 * a report. NULL without signals.
	 */
	uint64_t (*interrupted)(void);
	/* Place of the instruction at @pc, see spares.h, after code() for it; may be NULL. */
	uint16_t (*place)(uint64_t pc);
	/* The same for its mark, see region.h; may be NULL. */
	uint8_t (*mark)(uint64_t pc);
	/*
	 * Of a sampled run: what comes now is to be skipped. Calls may come until feed_resume(), or
	 * none; instructions that are executed meanwhile are the host's to count.
	 */
	void (*skip)(struct feed *feed);
	/* The part that lanes see; NULL: all of the run. At its end a thread calls over(). */
	struct region *region;
	void (*over)(void);
	/* Operations carry the number of their static instruction. */
	bool sites;
	/*
	 * Plain operations come as runs of blocks. Not if a lane gives time, and samples that
	 * interrupt: QEMU asks for these at the beginning of each translation, and the lane must
	 * have stepped all but the last operation by then.
	 */
	bool blocks;
	/*
	 * Take the stream in place of the lanes: feed->item, or a run. NULL: the lanes do. Where they
	 * are there, blocks and unseen may change at any time: they are of translations to come.
	 */
	void (*take)(struct feed *feed);
	void (*take_run)(struct feed *feed, const struct tea_run *run);
	/*
	 * To be called where a translation begins, with a struct code_unseen. Nothing else comes of it
	 * but what has to do with translations of addresses. NULL: all comes.
	 */
	qemu_plugin_vcpu_udata_cb_t unseen;
};

struct code_block;

struct feed {
	struct lane *lane;		/* takes the stream, at once, as do its siblings */
	struct broadcast *broadcast;		/* ... or does, for several; else NULL */
	bool many;			/* there are several */
	bool gated;			/* not all of the stream is modelled, by region or windows: */
	struct windows *windows;	/* or NULL */
	/* Executed last, waits for its successor: a run of this block, with its words; or NULL */
	const struct code_block *block;
	uint64_t *words;
	struct stream_item item;	/* ... and this, or nothing */
	bool pending;			/* item is valid */
	unsigned int index;
	uint64_t retired;		/* instructions */
	struct vectorop vector;		/* of item, where it is a vector's */
	bool configured;		/* it knows vl and vtype that are in force, and vstart */
	uint64_t own_words[TEA_BLOCK_MAX]; /* where there is no queue */
};

/*
 * Attach @feed to vCPU @index, for a lane and its siblings, or, where that is not NULL, a queue.
 * Returns 0, or -ENOSPC where @index is too large.
 */
int feed_init(struct feed *feed, unsigned int index, struct lane *lane, struct broadcast *broadcast);
/* From the first operation on, only windows of the stream are modelled in detail. */
void feed_sample(struct feed *feed, struct windows *windows);
/* Calls come again, behind @skipped instructions for which none came. */
void feed_resume(struct feed *feed, uint64_t skipped);
/* Step the pending operation, and detach; counts stay. */
void feed_finish(struct feed *feed);

struct feed *feed_of(unsigned int index);

/* How often another instruction came to the place of one, where there are sites. */
uint32_t feed_replaced(void);

/* Start or stop instrumenting translations. */
void feed_enable(bool on);

/*
 * Forget the pending operation and all translations of addresses: the stream was interrupted. Not
 * for a feed with a queue.
 */
void feed_resync(struct feed *feed);

/* A trap at @pc: see struct tea_link_plugin. */
void feed_trap(struct feed *feed, uint64_t pc, uint8_t privilege, bool interrupt);
/* The instruction that was executed last makes a system call: it leaves as by an exception. */
void feed_syscall(struct feed *feed);
/* Control is at @pc, behind what did not come here: pass on what waits since before. */
void feed_pass(struct feed *feed, uint64_t pc);
/* Address of the instruction that was executed last, or begun. */
uint64_t feed_pc(struct feed *feed);

/* Register QEMU's callbacks; @host must stay. */
void feed_install(qemu_plugin_id_t id, const struct feed_host *host);
/* For the host's own callback, which replaces the one for translations: @tb is translated. */
void feed_translate(struct qemu_plugin_tb *tb);
/* To be called in the context of the first vCPU: which registers there are. */
void feed_find_registers(void);
/*
 * Then, unless programs are only followed, without a core: the bits of its vector registers, 0 for
 * none. QEMU's have to agree.
 */
void feed_set_vlen(unsigned int vlen);

#endif /* TEA_FEED_H */
