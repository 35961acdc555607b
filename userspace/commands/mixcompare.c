// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixcompare.c - two recordings as mixes; see mixcompare.h
 */
#include "mixcompare.h"

#include "analysis/places/diagnostics.h"
#include "output/pager.h"
#include "text/view_mix_diff.h"

struct side {
	struct recording recording;
	struct mixrows rows;
	enum estimate_source source;
};

static int fold(const struct mixcompare *compare, struct side *side, struct fault *fault)
{
	const struct mixrows_options options = {
		.keys = { compare->key }, .keys_count = 1, .code = selection_code(compare->selection),
	};
	struct estimate estimate;
	int error = estimate_init(&estimate, &side->recording, side->recording.shown, ESTIMATE_AUTO,
				  fault);

	if (error)
		return error;
	diagnostics_note_samples(&side->recording, side->recording.shown);
	side->source = estimate.source;
	error = mixrows_fold(&side->rows, &side->recording, &estimate, &options, fault);
	estimate_deinit(&estimate);
	return error;
}

static int open_side(const struct mixcompare *compare, const char *path, struct side *side,
		     struct fault *fault)
{
	int error = selection_read(compare->selection, path, &side->recording, fault);

	if (error)
		return error;
	error = fold(compare, side, fault);
	if (error)
		selection_close(compare->selection, &side->recording);
	return error;
}

static void close_side(const struct mixcompare *compare, struct side *side)
{
	mixrows_deinit(&side->rows);
	selection_close(compare->selection, &side->recording);
}

static int put(const struct mixcompare *compare, const struct side sides[2], struct fault *fault)
{
	const struct mixrows *const rows[2] = { &sides[0].rows, &sides[1].rows };
	struct mixdiff diff;
	struct pager pager = { 0 };
	struct term term;
	const struct view_mix_diff view = {
		.recordings = { &sides[0].recording, &sides[1].recording },
		.sources = { sides[0].source, sides[1].source }, .diff = &diff, .key = compare->key,
		.normalized = compare->normalize, .rows_max = compare->rows_max, .term = &term,
	};

	if (mixdiff_init(&diff, rows, compare->normalize))
		return fault_no_memory(fault, "the rows");
	progressbar_end(&compare->selection->bar);
	term_init(&term, stdout);
	term_set_colors(&term, compare->colors);
	if (compare->format == VIEW_TEXT)
		pager_open(&pager);
	view_mix_diff_put(&view, compare->format);
	pager_close(&pager);
	for (int i = 0; i < 2 && compare->format == VIEW_CSV; i++)
		view_warn(&sides[i].recording, stderr);
	mixdiff_deinit(&diff);
	return 0;
}

int mixcompare_show(const struct mixcompare *compare, struct fault *fault)
{
	struct side sides[2];
	int error;

	compare->selection->of = NULL;
	compare->selection->recording.of = MEASURES_SAMPLED;
	error = open_side(compare, compare->paths[0], &sides[0], fault);
	if (error)
		return error;
	error = open_side(compare, compare->paths[1], &sides[1], fault);
	if (!error) {
		error = selection_check(compare->selection, fault);
		if (!error)
			error = put(compare, sides, fault);
		close_side(compare, &sides[1]);
	}
	close_side(compare, &sides[0]);
	return error;
}
