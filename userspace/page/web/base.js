/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * base.js - shared by all parts of the page: totals, colours, long lists
 *
 * pagedata.h describes the data. The parts are one program: they stand in one script element in the
 * order of page.c, this one behind element.js.
 */

/* Numbers of a piece of a stack: category, parts, and samples and squares, or deviations by group. */
const STEP = 2 + (data.groups || 2);
const CATEGORY_COLOR = 5, CATEGORY_SAMPLES = 6;

let total = data.categories.reduce((sum, category) => sum + category[1], 0);
const functions = data.functions.map((item, index) => ({
	item, index,
	name: item.n === null ? bracketed(baseName(data.objects[item.o])) : item.n,
	object: data.objects[item.o],
	cycles: sumOf(item.t, 0),
}));
const state = { w: "functions", f: 0, v: "", s: "cycles", r: false, q: "", g: -1, t: "", i: "",
		l: "variables",			/* of data: variables.js */
		b: "mnemonic", a: "", n: [], m: "", d: false, o: "" };	/* of the mix: mixview.js */

function baseName(path)
{
	return path.startsWith("[") ? path : path.slice(path.lastIndexOf("/") + 1);
}

/* Some have their brackets already. */
function bracketed(name)
{
	return name.startsWith("[") ? name : "[" + name + "]";
}

/* Parts in a stack that begins at @from. */
function sumOf(stack, from)
{
	let sum = 0;

	for (let i = from; i < stack.length; i += STEP)
		sum += stack[i + 1];
	return sum;
}

/* The part of one category. */
function partOf(stack, from, category)
{
	for (let i = from; i < stack.length; i += STEP)
		if (stack[i] === category)
			return stack[i + 1];
	return 0;
}

function cyclesText(parts)
{
	return Math.round(parts / data.partsPerCycle).toLocaleString("en-US");
}

function shareText(parts)
{
	return total ? (100 * parts / total).toFixed(2) + "%" : "";
}

const colors = data.categories.map((category) => category[CATEGORY_COLOR]);

/* @full: parts that would fill the bar. */
function barOf(stack, from, full)
{
	const bar = element("div", "stack");

	for (let i = from; i < stack.length; i += STEP) {
		const piece = element("span", state.g >= 0 && state.g !== stack[i] ? "dim" : "");

		piece.style.width = (full ? 100 * stack[i + 1] / full : 0) + "%";
		piece.style.background = colors[stack[i]];
		bar.append(piece);
	}
	return bar;
}

function stackText(stack, from, count)
{
	const sum = sumOf(stack, from), words = [];

	for (let i = from; i < stack.length && words.length < count; i += STEP)
		words.push(data.categories[stack[i]][0] + " " +
			(100 * stack[i + 1] / sum).toFixed(1) + "%");
	return words;
}

const ROW_PIXELS = 22;
const lists = [];

/*
 * A list whose rows are made when they come in sight: one of 10^5 instructions is as quick as one
 * of ten. On paper all rows are made.
 */
class List {
	constructor(box, make) {
		this.box = box;
		this.make = make;
		this.count = 0;
		this.whole = false;
		this.space = element("div", "space");
		box.append(this.space);
		box.addEventListener("scroll", () => this.draw());
		new ResizeObserver(() => this.draw()).observe(box);
		lists.push(this);
	}

	show(count, keep) {
		this.count = count;
		this.space.style.height = count * ROW_PIXELS + "px";
		if (!keep)
			this.box.scrollTop = 0;
		this.draw();
	}

	draw() {
		const height = this.box.clientHeight || 600;
		const first = this.whole ? 0 :
			Math.max(0, Math.floor(this.box.scrollTop / ROW_PIXELS) - 10);
		const seen = this.whole ? this.count : Math.ceil(height / ROW_PIXELS) + 20;
		const rows = [this.space];

		for (let i = first; i < Math.min(this.count, first + seen); i++) {
			const row = this.make(i);

			row.style.top = i * ROW_PIXELS + "px";
			rows.push(row);
		}
		this.box.replaceChildren(...rows);
	}

	/* Brings a row in sight: to the middle, or with @near just so. */
	reveal(index, near) {
		const top = index * ROW_PIXELS, height = this.box.clientHeight;
		const above = top < this.box.scrollTop;

		if (above || top + ROW_PIXELS > this.box.scrollTop + height)
			this.box.scrollTop = Math.max(0, !near ? top - height / 2 :
				above ? top : top + ROW_PIXELS - height);
		this.draw();
	}

	/* Where a key leads from the row @at; undefined for other keys. */
	step(key, at) {
		const page = Math.max(1, Math.floor(this.box.clientHeight / ROW_PIXELS) - 1);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page,
			     PageUp: at - page, Home: 0, End: this.count }[key];

		return to === undefined ? to : Math.max(0, Math.min(this.count - 1, to));
	}
}

addEventListener("beforeprint", () => lists.forEach((list) => {
	list.whole = true;
	list.draw();
}));
addEventListener("afterprint", () => lists.forEach((list) => {
	list.whole = false;
	list.draw();
}));
