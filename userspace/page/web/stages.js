/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stages.js - the slots that the chosen function loses at dispatch, issue and commit, and their
 * bounds
 */
"use strict";

const SPEEDUP_LEAST = 1.005;	/* less would read as 1.00x */

function sumSlots(slots)
{
	return slots.reduce((sum, count) => sum + count, 0);
}

function slotsText(slots)
{
	return (100 * slots / (data.stages.width * data.stages.cycles)).toFixed(2) + "%";
}

/* @full: slots that would fill the bar. */
function stageBar(slots, full)
{
	const bar = element("div", "stack");

	slots.forEach((count, index) => {
		const piece = element("span"), [name, color] = data.stages.components[index];

		piece.style.width = (full ? 100 * count / full : 0) + "%";
		piece.style.background = color;
		piece.title = name + " " + slotsText(count) + " of all cycles";
		bar.append(piece);
	});
	return bar;
}

/* How many times as fast the program is without these slots. */
function speedup(slots)
{
	const all = data.stages.width * data.stages.cycles;

	return all / (all - slots);
}

/* The bounds of the gain of removing each component but the work. */
function stageGains(stages)
{
	return data.stages.components.slice(1).flatMap(([name, color], index) => {
		const slots = stages.map((stage) => stage[index + 1]);
		const least = speedup(Math.min(...slots)), most = speedup(Math.max(...slots));
		const gain = element("span"), mark = element("i");

		if (most < SPEEDUP_LEAST)
			return [];
		mark.style.background = color;
		gain.append(mark, `${name} between ${least.toFixed(2)}x and ${most.toFixed(2)}x`);
		gain.title = "how many times as fast the program is without it, but for second-order effects";
		return [gain];
	});
}

function drawStages(stages)
{
	const box = document.getElementById("stages"), gains = element("p");

	box.hidden = !stages;
	if (!stages)
		return;
	const full = Math.max(...stages.map(sumSlots));

	gains.append(...stageGains(stages));
	box.replaceChildren(...stages.flatMap((stage, index) =>
		[element("span", "weak", data.stages.names[index]), stageBar(stage, full)]), gains);
}
