/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.h - the profile of a user program, as `tea sim` leaves it, or of a machine: JSON
 *
 * That of a whole machine has the same form, of all execution while a unit was armed: an address
 * is one row, in all processes, so there are no mappings.
 *
 * {"tea_profile":1, "unit":"cycles", "parts_per_cycle":12, "command":[...],
 *  "config":{"core":"..",knob:value,...}, "engine":"fast" (of the abstract model: the parts of "golden"
 *  are then cycles by which an instruction put off the exit from the ROB, without signature nor
 *  state), "observers":["golden",...], "period":N,
 *  "total_cycles":N, "instructions":N, "samples":N (TEA's), "lost":0, "threads":N,
 *  "mappings":[{"start":"0x..","end":"0x..","offset":"0x..","path":"..","build_id":".." or
 *             "code_hash":".." (buildid.h)},...],
 *  "ended":{"signal":N,"pc":"0x..","insn":"0x.."} or {"becomes":".."}, if the program ended
 *             by a signal, at such an instruction, or became one that is not profiled:
 *             the rest is of the run until then
 *  "region":{"asked":"..","before":N,"end":"limit" or "to"}, of a part of the run: so many
 *             instructions came before it, and it ended before the program did
 *  "replaced":{"ranges":N,"instructions":N}, where code of another file, or another
 *             instruction, came to a place: their cycles are added up there
 *  "sampled":{"windows":N,"groups":N,"seed":N,"warm":"all" or N,"instructions":{"detail":N,"lead":N,"warm":N},
 *             "resumed":{"behind":[N,...],"warm":N} and "resume":{...}, of one that was resumed or can be (resume.h),
 *             "refined":true, if windows are allotted by another run, "allotment":[{...}, of each stream] for
 *             one to come (allotment.h),
 *             "unmet":{"instructions":N,"executions":N},"deviations":[[parts, of each group],...]}, of
 *             windows of the run (windows.h): "golden" is an estimate (runestimate.h), and a row of it without a
 *             group deviates so; "stages" is one, too (runstages.h), of one thread for all, and a row has a
 *             third item there: [[slots, of each group], of each component]
 *  "unsampled":{"waiting":[cycles of each privilege level], "filtered":[..],
 *             "frozen":[..]}, of a machine's units (selected.h)
 *  "golden":[["0xpc",psv,state,privilege,parts],...],	exact
 *  "tea":[["0xpc",psv,state,privilege,parts],...],	samples times the period
 *  "dispatch":[likewise, of every cycle at dispatch], "dispatch_tea":[..], "dispatch_samples":N,
 *  "ibs", "spe", "ris", "tagged", "nci": as "tea", the state being 0,
 *  "thinned":{"tea":[["0xpc",psv,[parts of samples at period, 3 period, ...]],...],...}
 *             (without zeros at the end),
 *  "branches":N, "conditional_branches":N, "mispredicts":N,
 *  "counts":{"with_events":N, "combined":N, "unexplained":[stalls of 0, 1, ... cycles],
 *            "rows":[["0xpc","class",executions,[of each event]],...]}; by "executions" the rows
 *            alone, without events: "total_cycles" is 0 if there was no model, too,
 *  "stalls":{"compute":cycles, "events":[["DR-L1",executions],...], "rows":[[signature,
 *            [cycles of each state],[stalls of 0, 1, ... cycles]],...]} (without zeros at the end),
 *  "stages":{"width":N, "components":["base",...], "dispatch":[["0xpc",[slots of each]],...],
 *            "issue":[..], "commit":[..], "threads":[{"cycles":N, "instructions":N,
 *            "dispatch":[slots of each], "issue":[..], "commit":[..]},...]} (likewise),
 *  "flops":{"slots_per_cycle":N, "slots_per_operation":N (on 8 bytes; where there are vectors),
 *           "components":["base",...], "rows":[["0xpc",[slots of each]],...],
 *           "operation_bytes":[8,4,2], "operations":[["0xpc",[done of each width]],...],
 *           "threads":[{"cycles":N, "slots":[slots of each], "operations":[of each width]},
 *           ...]} (likewise),
 *  "instruction_samples":{"period":N, "samples":N, "rows":[["0xpc",samples],...]},
 *  "branch_stacks":{"period":N, "samples":N, "parts_per_sample":N, "streams":[["0xfirst","0xlast",
 *           parts],...], "branches":[["0xsource","0xtarget",records,newest],...]},
 *  "redrawn":[{"instruction_samples":{...}, "branch_stacks":{...}},...],
 *  "standard":{"overflow":[{"name":"..", "samples":N, "rows":[["0xpc",psv,parts of samples],...]},...],
 *           "decoded":[{"name":"..", "overflows":N, "collisions":N, "filtered":N, "samples":N, "saturated":N,
 *           "squares":[sums of each weight's squares], "rows":[["0xpc",psv,samples,total,oldest,
 *           parts of cycles exposed],...]},...]}}
 *
 * Only observed members are there. See the observers' headers for their meaning.
 */
#ifndef TEA_PROFILE_H
#define TEA_PROFILE_H

#include "fast.h"
#include "lane.h"
#include "mappings.h"
#include "observers.h"
#include "params.h"
#include "region.h"
#include "resume.h"
#include "tea_abi.h"

/* A core that a program or a machine runs on, and the file of its observers' results. */
struct profile_core {
	const char *name;		/* of the lane; NULL: it is the only one */
	const char *path;		/* of its profile; NULL: it has none */
	struct tea_params params;
	unsigned int observers;		/* a set, see observers.h */
};

#define PROFILE_PERIOD_DEFAULT	800000	/* core cycles: 4 kHz at 3.2 GHz */

/* The end of the program, unless it exited. */
struct profile_end {
	int signal;			/* 0: none */
	uint64_t pc;			/* of the instruction that was executed last */
	unsigned int insn_bytes;	/* 0: not known */
	uint32_t insn;
	const char *becomes;		/* a program that is not profiled; NULL: none */
};

/* Cycles of each privilege level of which a unit gives no sample, see selected.h. */
struct profile_unsampled {
	uint64_t waiting[TEA_PRIV_M + 1], filtered[TEA_PRIV_M + 1], frozen[TEA_PRIV_M + 1];
};

/* The windows of all threads, and the estimate that is made of them. */
struct profile_sampled {
	const struct runestimate_rows *rows;	/* NULL: all of the run was modelled */
	const struct sampling *sampling;
	uint64_t windows;
	uint64_t phases[PHASE_WINDOW + 1];	/* instructions of each */
	unsigned int groups;			/* those that have windows */
	struct allotments allotments;		/* of its streams */
	const struct resume *before;		/* that it was resumed from; NULL: it was not */
	const struct resume *resume;		/* from which it can be; NULL: it is over */
};

/* The observers' results of all threads. */
struct profile {
	const struct tea_params *params;
	const struct mappings *mappings;
	char **command;			/* NULL at the end */
	uint64_t cycles, instructions;
	unsigned int threads;
	struct profile_end end;
	uint32_t replaced;		/* instructions */
	const struct region *region;	/* NULL: of all of the run */
	const struct profile_unsampled *unsampled;	/* NULL: of no unit */
	struct profile_sampled sampled;
	const struct fast_account *fast; /* NULL: of the full model, and its observers */
	struct observers observers;
};

/* Can @path be written? Better to fail now than after hours. 0, or -1 after saying why on stderr. */
int profile_check(const char *path);
/* Add the results of @lane, finished or stopped, of @instructions. Returns 0 or -ENOMEM. */
int profile_add(struct profile *profile, struct lane *lane, uint64_t instructions);
/* Add those of executions.h, of so many threads, where no lane is. Returns 0 or -ENOMEM. */
int profile_add_executions(struct profile *profile, unsigned int threads);
/* Add so many windows of a thread, with the instructions of each phase. */
void profile_add_windows(struct profile *profile, uint64_t windows, const uint64_t *phases);
/* Write @path, a file in one rename: it is as it was until then. Returns 0, or a negative errno. */
int profile_write(const struct profile *profile, const char *path);
/* The cycles alone, of the lane @name or of the only core, as plan.h has them. */
void profile_put_cycles(const struct profile *profile, const char *name, FILE *file);

#endif /* TEA_PROFILE_H */
