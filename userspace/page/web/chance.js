/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chance.js - the margins that chance leaves of sampled amounts, as in chance.h
 *
 * A weight is { parts, samples, squares }, of a stack or of one category in it.
 */
"use strict";

const DEVIATIONS = 1.959964;	/* of 95% */
const sampled = data.categories.some((category) => category[CATEGORY_SAMPLES]);

/* The weight of the whole stack, or of @category in it. */
function weightOf(stack, from, category)
{
	const sum = { parts: 0, samples: 0, squares: 0 };

	for (let i = from; i < stack.length; i += STEP) {
		if (category >= 0 && stack[i] !== category)
			continue;
		sum.parts += stack[i + 1];
		sum.samples += stack[i + 2];
		sum.squares += stack[i + 3];
	}
	return sum;
}

function weightOfCategory(category)
{
	const [samples, squares] = category.slice(CATEGORY_SAMPLES);

	return { parts: category[1], samples, squares };
}

/* Half of Wilson's interval of its share of all that is shown, or of another whole. */
function marginOf({ parts, squares }, whole = total)
{
	const samples = squares ? parts * whole / squares : 0, square = DEVIATIONS ** 2 / samples;
	const share = parts / whole;

	return samples ? DEVIATIONS * Math.sqrt(share * (1 - share) / samples + square / (4 * samples)) /
		(1 + square) : 0;
}

/* Can nothing be said of it? */
function hides(weight)
{
	return sampled && weight.parts > 0 && marginOf(weight) * total >= weight.parts;
}

function marginText(weight)
{
	return weight.parts ? (100 * marginOf(weight)).toFixed(2) + "%" : "";
}

function samplesText(weight)
{
	const whole = Math.round(weight.samples / data.partsPerSample);

	return weight.parts ? (whole ? whole.toLocaleString("en-US") : "<1") : "";
}

/* In words, for titles. */
function chanceText(weight)
{
	const samples = samplesText(weight);

	if (!sampled)
		return [];
	return [`${samples} ${samples === "1" ? "sample" : "samples"}: ${shareText(weight.parts)} +/- ${marginText(weight)} of all`,
		...(hides(weight) ? [`no more than the chance of few samples: run longer, or ${data.denser}`] :
			[])];
}

/* Cells of the two columns behind a share. */
function chanceCells(weight)
{
	return sampled ? [element("span", "number weak margin", marginText(weight)),
			  element("span", "number weak samples", samplesText(weight))] : [];
}

/* Their headings. */
function chanceHead()
{
	const margin = element("span", "number margin", "+/-");

	margin.title = "what chance leaves of so few samples, at 95%; rows of no more than that stand back";
	return sampled ? [margin, element("span", "number samples", "Samples")] : [];
}
