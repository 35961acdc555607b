/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * times.js - the strip of cycles over time, and an interval chosen in it
 *
 * The page then shows that interval alone: stacks of functions, instructions and frames, and
 * totals, are summed again from the spans of the strip. Slices of a profile are a strip, too, but
 * nothing else is known of an interval of them.
 */
"use strict";

const SPAN_STEP = STEP + 1;	/* the same of a place */
const times = data.times;
const spans = times ? times.c.map(unpackSpan) : [];
const whole = times && {
	categories: data.categories.map((category) => [category[1], ...category.slice(CATEGORY_SAMPLES)]),
	functions: data.functions.map((item) => [item.t, item.k]), frames: data.flame.t,
};
const places = [];		/* { row: function, insn, frame } */
let drag = -1;			/* the span where a pointer went down */

/* [place, category, parts, samples, squares, ...] of steps from place to place and numbers of pieces. */
function unpackSpan(packed)
{
	const span = [];
	let place = 0;

	for (let i = 0; i < packed.length; i += 2) {
		const piece = STEP * packed[i + 1];

		place += packed[i];
		span.push(place, ...times.w.slice(piece, piece + STEP));
	}
	return span;
}

/* Instructions of a function by their distance from its first one. */
function insnsByOffset(item)
{
	const found = new Map();
	let offset = 0;

	item.x.forEach((step, insn) => found.set(offset += step, insn));
	return found;
}

function readPlaces()
{
	const known = new Map();

	for (let i = 0; i < times.p.length; i += 3) {
		const row = times.p[i];

		if (!known.has(row))
			known.set(row, insnsByOffset(data.functions[row]));
		places.push({ row, insn: known.get(row).get(times.p[i + 1]), frame: times.p[i + 2] });
	}
}

function add(sums, key, piece)
{
	if (!sums.has(key))
		sums.set(key, new Map());
	addPiece(sums.get(key), ...piece);
}

/* Parts and weight of all categories. */
function setCategories(values)
{
	data.categories.forEach((category, i) => {
		const [parts, ...weight] = values(i);

		category[1] = parts;
		category.splice(CATEGORY_SAMPLES, weight.length, ...weight);
	});
}

function setWhole()
{
	setCategories((i) => whole.categories[i]);
	data.functions.forEach((item, i) => {
		[item.t, item.k] = whole.functions[i];
	});
	data.flame.t = whole.frames;
}

function setSpans(first, last)
{
	const rows = new Map(), frames = new Map(), insns = new Map(), all = new Map();

	for (const span of spans.slice(first, last + 1))
		for (let i = 0; i < span.length; i += SPAN_STEP) {
			const place = places[span[i]], piece = span.slice(i + 1, i + SPAN_STEP);

			add(rows, place.row, piece);
			add(frames, place.frame, piece);
			addPiece(all, ...piece);
			if (!insns.has(place.row))
				insns.set(place.row, new Map());
			add(insns.get(place.row), place.insn, piece);
		}
	setCategories((i) => all.get(i) || [0, 0, 0]);
	data.functions.forEach((item, i) => {
		item.t = stackOf(rows.get(i));
		item.k = [...(insns.get(i) || [])].filter(([insn]) => insn !== undefined)
			.sort((a, b) => a[0] - b[0]).map(([insn, sums]) => [insn, ...stackOf(sums)]);
	});
	data.flame.t = whole.frames.map((stack, frame) => stackOf(frames.get(frame)));
}

/* [first, last] of the spans that are chosen; or null. */
function chosenSpans()
{
	const [first, last] = (state.i || "").split("-").map(Number);

	return times && first >= 0 && last >= first && last < spans.length ? [first, last] : null;
}

/* All of the data as the address has it. */
function foldTimes()
{
	const chosen = chosenSpans();

	if (!times)
		return;
	if (chosen)
		setSpans(...chosen);
	else
		setWhole();
	total = data.categories.reduce((sum, category) => sum + category[1], 0);
	for (const row of functions)
		row.cycles = sumOf(row.item.t, 0);
	inclusive.category = undefined;
	flameRoot = null;
}

function seconds(span)
{
	return ((times.begin + span * times.step) / 1e9).toFixed(6);
}

function spanElement(span, index, full, chosen)
{
	const made = element("div", chosen && (index < chosen[0] || index > chosen[1]) ? "dim" : "");
	const sums = new Map();

	for (let i = 0; i < span.length; i += SPAN_STEP)
		sums.set(span[i + 1], (sums.get(span[i + 1]) || 0) + span[i + 2]);
	putPieces(made, sums, full);
	made.dataset.span = index;
	made.title = seconds(index) + " s: " + cyclesText(sumOfSpan(span)) + " " + data.unit;
	return made;
}

/* Parts by category, one above the other. */
function putPieces(made, sums, full)
{
	for (const [category, parts] of [...sums].sort((a, b) => a[0] - b[0])) {
		const piece = element("span");

		piece.style.height = 100 * parts / full + "%";
		piece.style.background = colors[category];
		made.append(piece);
	}
}

function sumOfSpan(span)
{
	let sum = 0;

	for (let i = 0; i < span.length; i += SPAN_STEP)
		sum += span[i + 2];
	return sum;
}

function sliceElement(stack, index, full)
{
	const made = element("div"), sums = new Map();

	for (let i = 0; i < stack.length; i += STEP)
		sums.set(stack[i], stack[i + 1]);
	putPieces(made, sums, full);
	made.title = (index * data.slices.step / 1e9).toFixed(9) + " s: " +
		cyclesText(sumOf(stack, 0)) + " " + data.unit;
	return made;
}

function drawSlices()
{
	const { t: stacks, step } = data.slices, box = document.getElementById("times");
	const full = Math.max(1, ...stacks.map((stack) => sumOf(stack, 0)));

	box.parentElement.hidden = false;
	box.className = "whole";
	box.setAttribute("aria-label", "Cycles over time");
	box.replaceChildren(...stacks.map((stack, index) => sliceElement(stack, index, full)));
	document.getElementById("interval").textContent =
		`${(stacks.length * step / 1e6).toPrecision(3)} ms in ${stacks.length} slices`;
}

function drawTimes()
{
	const box = document.getElementById("times"), chosen = chosenSpans();

	if (data.slices)
		drawSlices();
	if (!times)
		return;
	const full = Math.max(1, ...spans.map(sumOfSpan));

	box.parentElement.hidden = false;
	box.replaceChildren(...spans.map((span, index) => spanElement(span, index, full, chosen)));
	document.getElementById("interval").textContent = chosen ?
		`--time ${seconds(chosen[0])},${seconds(chosen[1] + 1)}: ${cyclesText(total)} ${data.unit}` :
		`${(spans.length * times.step / 1e6).toPrecision(3)} ms: drag, or use the arrows, to choose an interval`;
	document.getElementById("all-times").hidden = !chosen;
}

function chooseSpans(first, last)
{
	go({ i: first < 0 ? "" : Math.min(first, last) + "-" + Math.max(first, last) });
}

/* Arrows move the interval, with shift its end; escape chooses all. */
function timesKey(event)
{
	const [first, last] = chosenSpans() || [-1, -1];
	const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];

	if (event.key === "Escape")
		chooseSpans(-1, -1);
	else if (step && event.shiftKey && last + step >= first && last + step < spans.length)
		chooseSpans(Math.max(0, first), last + step);
	else if (step && !event.shiftKey && first + step >= 0 && last + step < spans.length)
		chooseSpans(first + step, last + step);
	else
		return;
	event.preventDefault();
}

function spanAt(event)
{
	const box = document.getElementById("times").getBoundingClientRect();
	const at = Math.floor(spans.length * (event.clientX - box.left) / box.width);

	return Math.max(0, Math.min(spans.length - 1, at));
}

function listenTimes()
{
	const box = document.getElementById("times");

	if (!times)
		return;
	readPlaces();
	box.addEventListener("pointerdown", (event) => {
		drag = spanAt(event);
		box.setPointerCapture(event.pointerId);
	});
	box.addEventListener("pointerup", (event) => {
		if (drag >= 0)
			chooseSpans(drag, spanAt(event));
		drag = -1;
	});
	box.addEventListener("keydown", timesKey);
	document.getElementById("all-times").addEventListener("click", () => chooseSpans(-1, -1));
}
