/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_stack.h - stage stacks and FLOPS stacks as text, JSON or CSV
 *
 * Items are the whole run, rows of code, or threads. Code has its part of the run's cycles, so rows
 * add up to it; a thread has its own cycles.
 */
#ifndef VIEW_STACK_H
#define VIEW_STACK_H

#include "analysis/causes/stagestack.h"
#include "output/amount.h"
#include "view.h"

/* X(identifier, name, title, title of the gain without a component). */
#define VIEW_STACK_UNITS(X) \
	X(CPI, "cpi", "CPI", "CPI less") \
	X(IPC, "ipc", "IPC", "IPC more") \
	X(FLOPS, "flops", "GFLOPS", NULL) \
	X(CYCLES, "cycles", "Cycles", "Cycles less") \
	X(SHARE, "share", "Share", "Cycles less")

enum view_stack_unit {
#define VIEW_X(id, name, title, gain) VIEW_STACK_##id,
	VIEW_STACK_UNITS(VIEW_X)
#undef VIEW_X
	VIEW_STACK_UNITS_COUNT
};

extern const char *const view_stack_units[VIEW_STACK_UNITS_COUNT + 1];	/* ends in NULL */
extern const char *const view_stack_titles[VIEW_STACK_UNITS_COUNT];
extern const char *const view_stack_gains[VIEW_STACK_UNITS_COUNT];

/* X(identifier, name) of the kinds of items. */
#define VIEW_STACK_BY(X) \
	X(FUNCTION, "function") \
	X(LINE, "line") \
	X(INSTRUCTION, "instruction") \
	X(THREAD, "thread") \
	X(TIME, "time")

enum view_stack_by {
#define VIEW_X(id, name) VIEW_STACK_BY_##id,
	VIEW_STACK_BY(VIEW_X)
#undef VIEW_X
	VIEW_STACK_ALL			/* one item: all of it */
};

extern const char *const view_stack_by_names[VIEW_STACK_ALL + 1];	/* ends in NULL */

struct view_stack {
	struct view view;		/* rows by @by; any if that is no code */
	enum view_stack_unit unit;	/* of text and CSV */
	enum view_stack_by by;
	bool fine;			/* with finer components than the paper's, too */
	double ghz;			/* of the core; 0: not known */
};

struct view_stack_item {
	const struct row *row;		/* NULL: not code */
	size_t thread;			/* of --by thread: from 1 on */
	struct stages stages;
	const struct pics_stack *stack;	/* of these, with their windows; NULL: they have none */
	uint64_t cycles, instructions;	/* that its amounts refer to */
	uint64_t flops[RECORDING_FLOPS_MOST];	/* slots, then operations by width */
	double gflops[TEA_FLOPS_COUNT];
	double widths[RECORDING_WIDTHS];	/* GFLOPS done; 0, too, where widths are not known */
	double operation;		/* slots of one, in the mean of all widths that were done */
};

void view_stack_put(const struct view_stack *view, enum view_format format);

/* Does it have a FLOPS stack, and the clock that it needs? None over time. */
bool view_stack_has_flops(const struct view_stack *view);
/*
 * The most that the units could do, in GFLOPS: of such operations, and of those of a width alone.
 */
double view_stack_peak(const struct view_stack *view, const struct view_stack_item *item);
double view_stack_width_peak(const struct view_stack *view, const struct view_stack_item *item,
			     unsigned int width);

size_t view_stack_count(const struct view_stack *view);
struct view_stack_item view_stack_item(const struct view_stack *view, size_t number);

/* A component as it is shown: of the paper's, or a finer one. */
struct view_stack_component {
	const struct category *category;
	uint16_t cause;			/* of the paper's: itself or the one around it */
	uint32_t set;
	bool finer;			/* one of several of the paper's component before it */
};

#define VIEW_STACK_COMPONENTS (TEA_CAUSES_COUNT + TEA_COMPONENTS_COUNT)
/* All components with @fine, else the paper's, in their order. Returns how many. */
size_t view_stack_components(bool fine, struct view_stack_component to[VIEW_STACK_COMPONENTS]);

/* @slots of the item in the view's unit, which is none of FLOPS. */
double view_stack_amount(const struct view_stack *view, const struct view_stack_item *item,
			 uint64_t slots);
/*
 * Half of its interval, where windows of the run estimate slots, else 0: of @set at @stage, or, by
 * TEA_STACKS_COUNT, of the mean of all stages.
 */
double view_stack_margin(const struct view_stack *view, const struct view_stack_item *item,
			 unsigned int stage, uint32_t set);
/* Do they have any? */
bool view_stack_is_estimated(const struct view_stack *view);
/* By how much that unit changes for the better without @slots. */
double view_stack_gain(const struct view_stack *view, const struct view_stack_item *item,
		       uint64_t slots);
/* An amount in the unit, as text. */
#define VIEW_STACK_TEXT (AMOUNT_TEXT + 8)
const char *view_stack_text(const struct view_stack *view, double amount,
			    char text[VIEW_STACK_TEXT]);

/* One item as bars and its components, in text of lines without a header. */
void view_stack_put_item(const struct view_stack *view, size_t number);

/* One for each format. */
void view_stack_put_text(const struct view_stack *view);
void view_stack_put_json(const struct view_stack *view);
void view_stack_put_csv(const struct view_stack *view);

#endif /* VIEW_STACK_H */
