/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calls.js - functions with their callees: sums over the tree of the flame graph
 *
 * A function that calls itself counts once on each path: only the outermost frame of it
 * is added up.
 */
"use strict";

const hasCalls = data.flame.p.some((parent) => parent >= 0);

/* By frame: no caller of it is of the same function. */
function outermostFrames()
{
	const { p, f } = data.flame;

	return f.map((own, frame) => {
		let at = p[frame];

		while (at >= 0 && f[at] !== own)
			at = p[at];
		return at < 0;
	});
}

/* By function with its callees, parts of all categories or of one. */
function inclusiveParts(category)
{
	const { p, f, t } = data.flame, sums = new Array(functions.length).fill(0);
	const below = t.map((stack) => category < 0 ? sumOf(stack, 0) : partOf(stack, 0, category));

	inclusiveParts.outermost = inclusiveParts.outermost || outermostFrames();
	/* Callers stand in front of their callees. */
	for (let i = p.length - 1; i >= 0; i--) {
		if (p[i] >= 0)
			below[p[i]] += below[i];
		if (inclusiveParts.outermost[i])
			sums[f[i]] += below[i];
	}
	return sums;
}
