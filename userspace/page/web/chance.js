/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chance.js - the margins that chance leaves of sampled amounts, as in chance.h
 *
 * A weight is { parts, samples, squares }, or of estimates by windows { parts, deviations }, of a stack or
 * of one category in it.
 */
"use strict";

const DEVIATIONS = 1.959964;	/* of 95% */
const drawn = data.drawn || (data.groups ? "windows" : "samples");
const sampled = data.groups > 0 || data.categories.some((category) => category[CATEGORY_SAMPLES]);
const deviationsOfAll = data.groups ? allDeviations() : [];

/* Of the numbers of pieces, without their category. */
function weightOfNumbers(numbers)
{
	const [parts, ...weight] = numbers;

	return data.groups ? { parts, deviations: weight } : { parts, samples: weight[0], squares: weight[1] };
}

/* The weight of the whole stack, or of @category in it. */
function weightOf(stack, from, category)
{
	const sum = new Array(STEP - 1).fill(0);

	for (let i = from; i < stack.length; i += STEP) {
		if (category >= 0 && stack[i] !== category)
			continue;
		for (let n = 1; n < STEP; n++)
			sum[n - 1] += stack[i + n];
	}
	return weightOfNumbers(sum);
}

function weightOfCategory(category)
{
	return weightOfNumbers([category[1], ...category.slice(CATEGORY_SAMPLES)]);
}

function allDeviations()
{
	const weights = data.categories.map((category) => category.slice(CATEGORY_SAMPLES));

	return Array.from({ length: data.groups }, (none, k) => weights.reduce((sum, weight) => sum + weight[k], 0));
}

/*
 * By the delete-a-group jackknife, of what a share, or an amount, is without each group of windows, and of
 * what all windows have wrong: a part of @biased.
 */
function windowsMargin(amount, without, biased)
{
	const squares = without.reduce((sum, other) => sum + (other - amount) ** 2, 0);

	return Math.hypot(data.errors * Math.sqrt(squares * (data.groups - 1) / data.groups),
			  DEVIATIONS * data.bias * biased);
}

function shareMargin({ parts, deviations })
{
	const without = deviations.map((deviation, k) => {
		const left = total + deviationsOfAll[k];

		return left > 0 ? (parts + deviation) / left : 0;
	}), share = parts / total;

	return Math.min(1, windowsMargin(share, without, share * (1 - share)));
}

/* Of all cycles, in percent of them. */
function totalMarginText()
{
	return (100 * windowsMargin(0, deviationsOfAll, total) / total).toFixed(2) + "%";
}

/* Half of Wilson's interval of its share of all that is shown, or of another whole. */
function marginOf({ parts, squares, deviations }, whole = total)
{
	if (deviations)
		return total ? shareMargin({ parts, deviations }) : 0;

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
	const samples = data.groups ? "" : samplesText(weight);
	const number = data.groups ? "" : `${samples} ${samples === "1" ? "sample" : "samples"}: `;

	if (!sampled)
		return [];
	return [`${number}${shareText(weight.parts)} +/- ${marginText(weight)} of all`,
		...(hides(weight) ? [`no more than the chance of few ${drawn}: run longer, or ${data.denser}`] :
			[])];
}

/* Cells of the two columns behind a share; windows have none of samples. */
function chanceCells(weight)
{
	return sampled ? [element("span", "number weak margin", marginText(weight)),
			  ...(data.groups ? [] :
			      [element("span", "number weak samples", samplesText(weight))])] : [];
}

/* Their headings. */
function chanceHead()
{
	const margin = element("span", "number margin", "+/-");

	margin.title = `what chance leaves of so few ${drawn}, at 95%; rows of no more than that stand back`;
	return sampled ? [margin, ...(data.groups ? [] : [element("span", "number samples", "Samples")])] : [];
}
