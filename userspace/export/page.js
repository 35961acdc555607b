/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page.js - the page of tea export --to html
 *
 * Data is what pagedata.h describes. Foreign names go into the page by textContent and
 * title only, never as HTML. Lists have elements for the rows in sight alone, so that
 * a function of 10^5 instructions is as quick as one of ten. What is shown stands in
 * the address (#f=0&v=lines&q=text), so that a view can be linked to. The flame graph is
 * in flame.js.
 */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const total = data.signatures.reduce((sum, signature) => sum + signature[1], 0);
const functions = data.functions.map((item, index) => ({
	item, index,
	name: item.n === null ? "[" + baseName(data.objects[item.o]).replace(/^\[|\]$/g, "") + "]" : item.n,
	object: data.objects[item.o],
	cycles: sumOf(item.t, 0),
}));
const state = { w: "functions", f: 0, v: "address", s: "cycles", r: false, q: "", g: -1 };

function baseName(path)
{
	return path.startsWith("[") ? path : path.slice(path.lastIndexOf("/") + 1);
}

/* Parts in a stack [signature, parts, ...] that begins at @from. */
function sumOf(stack, from)
{
	let sum = 0;

	for (let i = from; i < stack.length; i += 2)
		sum += stack[i + 1];
	return sum;
}

/* Of one signature. */
function partOf(stack, from, signature)
{
	for (let i = from; i < stack.length; i += 2)
		if (stack[i] === signature)
			return stack[i + 1];
	return 0;
}

/* ---- elements ---- */

function element(tag, className, text)
{
	const made = document.createElement(tag);

	if (className)
		made.className = className;
	if (text !== undefined)
		made.textContent = text;
	return made;
}

function cyclesText(parts)
{
	return Math.round(parts / data.partsPerCycle).toLocaleString("en-US");
}

function shareText(parts)
{
	return total ? (100 * parts / total).toFixed(2) + "%" : "";
}

/*
 * A hue for each event; a signature has that of its last one, which is the one that costs
 * most by nature, and is darker the more events there are.
 */
const hues = {
	"DR-L1": 195, "DR-TLB": 225, "DR-SQ": 165, "FL-MB": 280, "FL-EX": 330, "FL-MO": 255,
	"ST-L1": 42, "ST-TLB": 95, "ST-LLC": 8,
};

function colorOf(name)
{
	const events = name.split("+"), hue = hues[events[events.length - 1]];

	if (name === "Base")
		return "hsl(215 8% var(--lightness))";
	if (hue === undefined)
		return "hsl(215 4% 38%)";
	return `hsl(${hue + 9 * (events.length - 1)} 72% calc(var(--lightness) - ${7 * (events.length - 1)}%))`;
}

const colors = data.signatures.map((signature) => colorOf(signature[0]));

/* @full: parts that would fill the bar. */
function barOf(stack, from, full)
{
	const bar = element("div", "stack");

	for (let i = from; i < stack.length; i += 2) {
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

	for (let i = from; i < stack.length && words.length < count; i += 2)
		words.push(`${data.signatures[stack[i]][0]} ${(100 * stack[i + 1] / sum).toFixed(1)}%`);
	return words;
}

/* ---- a list whose rows are made when they come in sight ---- */

const ROW_PIXELS = 22;

class List {
	constructor(box, make) {
		this.box = box;
		this.make = make;
		this.count = 0;
		this.space = element("div");
		box.append(this.space);
		box.addEventListener("scroll", () => this.draw());
		new ResizeObserver(() => this.draw()).observe(box);
	}

	show(count, keep) {
		this.count = count;
		this.space.style.height = count * ROW_PIXELS + "px";
		if (!keep)
			this.box.scrollTop = 0;
		this.draw();
	}

	draw() {
		const first = Math.max(0, Math.floor(this.box.scrollTop / ROW_PIXELS) - 10);
		const seen = Math.ceil((this.box.clientHeight || 600) / ROW_PIXELS) + 20;
		const rows = [this.space];

		for (let i = first; i < Math.min(this.count, first + seen); i++) {
			const row = this.make(i);

			row.style.top = i * ROW_PIXELS + "px";
			rows.push(row);
		}
		this.box.replaceChildren(...rows);
	}

	reveal(index) {
		const top = index * ROW_PIXELS;

		if (top < this.box.scrollTop || top + ROW_PIXELS > this.box.scrollTop + this.box.clientHeight)
			this.box.scrollTop = Math.max(0, top - this.box.clientHeight / 2);
		this.draw();
	}
}

/* ---- the table of functions ---- */

const columns = [
	{ key: "cycles", title: "Cycles", span: true, value: (row) => -measure(row) },
	{ key: "name", title: "Function", value: (row) => row.name },
	{ key: "object", title: "Object", value: (row) => row.object },
];
let shown = [];

/* What is sorted by: all cycles, or those of the chosen signature. */
function measure(row)
{
	return state.g < 0 ? row.cycles : partOf(row.item.t, 0, state.g);
}

function pathsOf(row)
{
	if (row.paths === undefined) {
		row.paths = "";
		for (let i = 1; i < row.item.f.length; i += 2)
			if (row.item.f[i] >= 0)
				row.paths += " " + data.sources[row.item.f[i]][0];
	}
	return row.paths;
}

function sortFunctions()
{
	const column = columns.find((candidate) => candidate.key === state.s) || columns[0];
	const wanted = state.q.toLowerCase(), sign = state.r ? -1 : 1;

	shown = functions.filter((row) => !wanted || row.name.toLowerCase().includes(wanted) ||
		row.object.toLowerCase().includes(wanted) || pathsOf(row).toLowerCase().includes(wanted));
	shown.sort((a, b) => {
		const x = column.value(a), y = column.value(b);

		return sign * (x < y ? -1 : x > y ? 1 : 0) || a.index - b.index;
	});
	shown.largest = shown.reduce((most, row) => Math.max(most, row.cycles), 0);
}

function functionRow(position)
{
	const row = shown[position];
	const made = element("div", "row" + (row.index === state.f ? " chosen" : ""));

	made.setAttribute("role", "row");
	made.dataset.index = row.index;
	made.append(element("span", "number", shareText(measure(row))),
		element("span", "number weak", cyclesText(measure(row))),
		barOf(row.item.t, 0, shown.largest), element("span", "name", row.name),
		element("span", "weak", baseName(row.object)));
	made.title = [row.name, row.object, cyclesText(row.cycles) + " cycles",
		...stackText(row.item.t, 0, 12)].join("\n");
	return made;
}

const functionBox = document.querySelector("#functions .rows");
const functionList = new List(functionBox, functionRow);

function drawFunctionHead()
{
	const head = document.querySelector("#functions .head");
	const cells = [element("span", "number", "Share")];

	for (const column of columns) {
		const sorted = state.s === column.key;
		const cell = element("span", (column.span ? "number" : "") + (sorted ? " sorted" : ""),
			column.title + (sorted ? (state.r ? " \u25b2" : " \u25bc") : ""));

		cell.dataset.key = column.key;
		cell.setAttribute("role", "columnheader");
		cells.push(cell);
		if (column.span)
			cells.push(element("span", "", state.g < 0 ? "Stack" : data.signatures[state.g][0]));
	}
	head.replaceChildren(...cells);
}

function drawFunctions(keep)
{
	sortFunctions();
	drawFunctionHead();
	functionList.show(shown.length, keep);
	if (!shown.length)
		functionBox.append(element("div", "none", "No function has this in its name, object or files."));
}

/* ---- the code of a function ---- */

const modes = [
	["address", "By address"], ["lines", "By source line"], ["hottest", "Hottest first"],
];
let code = null;		/* the function's columns, unfolded */
let codeRows = [];		/* what is listed: { insn } or { source } or { file } */
let open = new Set();		/* source lines whose instructions are listed */

/* A column of [instruction, value, ...] to one with a value for each instruction. */
function unfold(runs, count)
{
	const values = new Array(count).fill(-1);

	for (let i = 0; i < runs.length; i += 2)
		values.fill(runs[i + 1], runs[i], i + 2 < runs.length ? runs[i + 2] : count);
	return values;
}

function unfoldCode(item)
{
	const count = item.x.length, made = {
		count, texts: item.d, lines: item.l, files: unfold(item.f, count),
		inlines: unfold(item.i, count), stacks: new Array(count).fill(null), offsets: [],
		base: BigInt(item.a), largest: 0,
	};
	let offset = 0;

	for (const step of item.x)
		made.offsets.push(offset += step);
	for (const stack of item.k) {
		made.stacks[stack[0]] = stack;
		made.largest = Math.max(made.largest, sumOf(stack, 1));
	}
	return made;
}

/* [indent, text] of a line, or undefined. */
function sourceOf(file, line)
{
	if (file < 0)
		return undefined;
	for (const [first, texts] of data.sources[file][1])
		if (line >= first && line < first + texts.length / 2)
			return [texts[2 * (line - first)], texts[2 * (line - first) + 1]];
	return undefined;
}

function rowsByAddress()
{
	const rows = [];
	let file = -1, line = 0, inlined = -1;

	for (let i = 0; i < code.count; i++) {
		if (code.files[i] !== file || code.lines[i] !== line || code.inlines[i] !== inlined) {
			file = code.files[i];
			line = code.lines[i];
			inlined = code.inlines[i];
			if (file >= 0)
				rows.push({ source: true, file, line, inlined });
		}
		rows.push({ insn: i });
	}
	return rows;
}

function addStack(sums, stack)
{
	for (let i = 1; i < stack.length; i += 2)
		sums.set(stack[i], (sums.get(stack[i]) || 0) + stack[i + 1]);
}

/* By file and line: its instructions, and the sum of their stacks. */
function collectLines()
{
	const files = new Map();

	for (let i = 0; i < code.count; i++) {
		const key = code.lines[i] ? code.files[i] : -1, line = code.lines[i];

		if (!files.has(key))
			files.set(key, new Map());
		if (!files.get(key).has(line))
			files.get(key).set(line, { insns: [], sums: new Map() });
		files.get(key).get(line).insns.push(i);
		if (code.stacks[i])
			addStack(files.get(key).get(line).sums, code.stacks[i]);
	}
	return files;
}

function lineRows(file, lines)
{
	const rows = [], numbers = [...lines.keys()].sort((a, b) => a - b);
	let last = 0;

	for (const line of numbers) {
		const { insns, sums } = lines.get(line), key = file + ":" + line;
		const stack = [...sums.entries()].sort((a, b) => b[1] - a[1]).flat();

		for (let between = last ? last + 1 : line - 2; between < line; between++)
			if (sourceOf(file, between))
				rows.push({ source: true, file, line: between, inlined: -1 });
		rows.push({ source: true, file, line, inlined: -1, stack, key });
		if (open.has(key))
			rows.push(...insns.map((insn) => ({ insn })));
		last = line;
	}
	return rows;
}

function rowsByLine()
{
	const rows = [];

	for (const [file, lines] of collectLines())
		rows.push({ file: file < 0 ? "no source lines known" : data.sources[file][0] },
			...lineRows(file, lines));
	return rows;
}

function rowsByHeat()
{
	const insns = [];

	for (let i = 0; i < code.count; i++)
		if (code.stacks[i])
			insns.push(i);
	insns.sort((a, b) => sumOf(code.stacks[b], 1) - sumOf(code.stacks[a], 1) || a - b);
	return insns.map((insn) => ({ insn }));
}

const rowsOf = { address: rowsByAddress, lines: rowsByLine, hottest: rowsByHeat };

function insnRow(insn)
{
	const row = element("div", "row insn"), stack = code.stacks[insn];
	const text = element("span", "", data.texts[code.texts[insn]] || "(no code)");

	row.append(element("span", "number", stack ? shareText(sumOf(stack, 1)) : ""),
		stack ? barOf(stack, 1, code.largest) : element("span"),
		element("span", "weak", (code.base + BigInt(code.offsets[insn])).toString(16)), text);
	if (stack) {
		text.append(element("span", "why", stackText(stack, 1, 3).join("  ")));
		row.title = [cyclesText(sumOf(stack, 1)) + " cycles", ...stackText(stack, 1, 12), "",
			explain(data.signatures[stack[1]]).split("\n").slice(0, 2).join("\n")].join("\n");
	}
	if (state.v === "hottest" && code.files[insn] >= 0)
		text.append(element("span", "inlined",
			baseName(data.sources[code.files[insn]][0]) + ":" + code.lines[insn]));
	return row;
}

function sourceRow(item)
{
	const row = element("div", "row source" + (item.key ? " open-able" : ""));
	const source = sourceOf(item.file, item.line), text = element("span");
	const sum = item.stack && item.stack.length ? sumOf(item.stack, 0) : 0;
	const mark = item.key ? (open.has(item.key) ? "\u25be " : "\u25b8 ") : "";

	/* By address lines are out of order, and their indents say nothing. */
	text.append(source ? "\u00a0".repeat(state.v === "lines" ? source[0] : 0) + source[1] :
		item.file < 0 ? "" : baseName(data.sources[item.file][0]) + ":" + item.line);
	if (item.inlined >= 0)
		text.append(element("span", "inlined", "inlined: " + data.texts[item.inlined]));
	row.append(element("span", "number", sum ? shareText(sum) : ""),
		sum ? barOf(item.stack, 0, code.heaviest) : element("span"),
		element("span", "number weak", mark + (item.line || "")), text);
	if (item.key)
		row.dataset.key = item.key;
	if (sum)
		row.title = [cyclesText(sum) + " cycles", ...stackText(item.stack, 0, 12)].join("\n");
	return row;
}

function codeRow(position)
{
	const item = codeRows[position];
	let row;

	if (item.insn !== undefined)
		row = insnRow(item.insn);
	else if (item.source)
		row = sourceRow(item);
	else
		(row = element("div", "row file")).append(element("span", "", item.file));
	if (position === found)
		row.classList.add("found");
	return row;
}

const codeBox = document.querySelector("#code .rows");
const codeList = new List(codeBox, codeRow);
let found = -1;

function drawCode(keep)
{
	codeRows = rowsOf[state.v]();
	code.heaviest = codeRows.reduce((most, row) => row.stack ?
		Math.max(most, sumOf(row.stack, 0)) : most, 0);
	found = -1;
	codeList.show(codeRows.length, keep);
}

/* Opens a function with the instruction of most cycles in sight. */
function drawFunction()
{
	const row = functions[state.f];

	if (!row)
		return;
	code = unfoldCode(row.item);
	open = new Set();
	document.querySelector("#code h2").textContent = row.name;
	document.querySelector("#code h2").title = row.name + "\n" + row.object;
	drawCode(false);
	if (state.v === "address")
		codeList.reveal(codeRows.findIndex((item) => item.insn !== undefined &&
			code.stacks[item.insn] && sumOf(code.stacks[item.insn], 1) === code.largest));
}

function drawModes()
{
	const box = document.getElementById("modes");

	box.replaceChildren(...modes.map(([key, title]) => {
		const button = element("button", "", title);

		button.type = "button";
		button.setAttribute("role", "tab");
		button.setAttribute("aria-selected", key === state.v);
		button.addEventListener("click", () => go({ v: key }));
		return button;
	}));
	document.querySelector("#code .head").replaceChildren(element("span", "number", "Share"),
		element("span", "", "Stack"), element("span", "", state.v === "lines" ? "Line" : "Address"),
		element("span", "", "Source and instructions"));
}

function textOf(item)
{
	if (item.insn !== undefined)
		return data.texts[code.texts[item.insn]] + " " +
			(code.base + BigInt(code.offsets[item.insn])).toString(16);
	if (item.source)
		return (sourceOf(item.file, item.line) || ["", ""])[1] +
			(item.inlined >= 0 ? " " + data.texts[item.inlined] : "");
	return item.file;
}

/* The next row that has the text, from the top again behind the last. */
function findNext(wanted)
{
	wanted = wanted.toLowerCase();
	for (let step = 1; wanted && step <= codeRows.length; step++) {
		const at = (found + step + codeRows.length) % codeRows.length;

		if (textOf(codeRows[at]).toLowerCase().includes(wanted)) {
			found = at;
			codeList.reveal(at);
			return;
		}
	}
	found = -1;
	codeList.draw();
}

/* ---- the head of the page ---- */

function addFact(box, text, title)
{
	const fact = element("span", "", text);

	fact.title = title || "";
	box.append(fact);
}

function drawFacts()
{
	const box = document.getElementById("facts");
	const settings = data.settings.map((pair) => pair.join("=")).join(" ");

	document.title = "TEA: " + data.path;
	box.append(element("b", "", cyclesText(total) + " cycles"));
	if (data.command)
		addFact(box, data.command);
	if (data.selection)
		addFact(box, "only " + data.selection);
	if (data.host)
		addFact(box, [data.host, data.release, data.arch].filter(Boolean).join(" "), settings);
	if (data.samples)
		addFact(box, data.samples.toLocaleString("en-US") + " samples" +
			(data.period ? ", each " + data.period.toLocaleString("en-US") + " cycles" : ""));
	addFact(box, data.lost ? data.lost.toLocaleString("en-US") + " lost" : "none lost");
	addFact(box, data.states.map((commit) => commit[0] + " " + shareText(commit[2])).join("  "),
		data.states.map((commit) => commit[0] + ": " + commit[1]).join("\n"));
}

function explain(signature)
{
	const [name, , title, meaning] = signature, known = new Map(data.events);

	return [name + ": " + title, meaning, "", ...name.split("+").filter((event) => known.has(event))
		.map((event) => event + ": " + known.get(event)), "click: functions by this signature"].join("\n");
}

/* All cycles; of the chosen signature what it means, and what cures it. */
function drawReason()
{
	const box = document.getElementById("reason"), chosen = data.signatures[state.g];

	document.getElementById("total").replaceChildren(barOf(data.signatures.flatMap(
		(signature, index) => [index, signature[1]]), 0, total));
	box.hidden = !chosen;
	if (!chosen)
		return;
	box.querySelector("b").textContent = chosen[0] + ": " + chosen[2] + ".";
	box.querySelector("span").textContent = chosen[3];
	box.querySelector("p").textContent = chosen[4];
}

function drawLegend()
{
	document.getElementById("legend").replaceChildren(...data.signatures.map((signature, index) => {
		const button = element("button"), mark = element("i");

		button.type = "button";
		mark.style.background = colors[index];
		button.append(mark, signature[0], element("small", "", shareText(signature[1])));
		button.title = explain(signature);
		button.setAttribute("aria-pressed", index === state.g);
		button.addEventListener("click", () => go({ g: index === state.g ? -1 : index,
							    s: "cycles", r: false }));
		return button;
	}));
}

function drawNotes()
{
	const box = document.getElementById("notes");

	if (!data.notes.length)
		return;
	box.hidden = false;
	box.querySelector("summary").textContent = data.notes.length === 1 ? "1 note" :
		data.notes.length + " notes";
	box.querySelector("ul").append(...data.notes.map((note) => element("li", "", note)));
}

function setTheme(theme)
{
	if (theme)
		document.documentElement.dataset.theme = theme;
}

function switchTheme()
{
	const dark = matchMedia("(prefers-color-scheme: dark)").matches;
	const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");

	setTheme(now === "dark" ? "light" : "dark");
}

/* ---- what is shown, and the address ---- */

/* The functions, or the flame graph. */
function drawView()
{
	const flame = state.w === "flame";

	document.querySelector("main").hidden = flame;
	document.getElementById("flame").hidden = !flame;
	document.getElementById("flames").setAttribute("aria-pressed", flame);
	if (flame)
		drawFlame();
}

function readAddress()
{
	const wanted = new URLSearchParams(location.hash.slice(1));
	const number = (key, least, count) => {
		const value = Number(wanted.get(key));

		return wanted.has(key) && Number.isInteger(value) && value >= least && value < count ?
			value : least;
	};

	state.w = wanted.get("w") === "flame" ? "flame" : "functions";
	state.f = number("f", 0, functions.length);
	state.g = number("g", -1, data.signatures.length);
	state.v = rowsOf[wanted.get("v")] ? wanted.get("v") : "address";
	state.s = columns.some((column) => column.key === wanted.get("s")) ? wanted.get("s") : "cycles";
	state.r = wanted.get("r") === "1";
	state.q = wanted.get("q") || "";
	setTheme({ dark: "dark", light: "light" }[wanted.get("t")]);
}

function writeAddress()
{
	const words = new URLSearchParams({ f: state.f, v: state.v });

	for (const [key, value, usual] of [["w", state.w, "functions"], ["s", state.s, "cycles"], ["r", state.r ? "1" : "", ""],
					   ["q", state.q, ""], ["g", state.g, -1]])
		if (value !== usual)
			words.set(key, value);
	history.replaceState(null, "", "#" + words);
}

function go(change)
{
	const another = change.f !== undefined && change.f !== state.f;

	Object.assign(state, change);
	writeAddress();
	drawLegend();
	drawReason();
	drawModes();
	drawFunctions(change.s === undefined && change.q === undefined);
	drawView();
	if (another || change.v !== undefined || change.w !== undefined)
		drawFunction();
	else
		codeList.draw();
}

function move(step)
{
	const at = shown.findIndex((row) => row.index === state.f);
	const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];

	if (!next)
		return;
	go({ f: next.index });
	functionList.reveal(shown.indexOf(next));
}

function listen()
{
	const search = document.getElementById("search"), find = document.getElementById("find");

	search.value = state.q;
	search.addEventListener("input", () => go({ q: search.value }));
	find.addEventListener("input", () => { found = -1; findNext(find.value); });
	find.addEventListener("keydown", (event) => {
		if (event.key === "Enter")
			findNext(find.value);
	});
	document.getElementById("theme").addEventListener("click", switchTheme);
	document.getElementById("flames").addEventListener("click", () =>
		go({ w: state.w === "flame" ? "functions" : "flame" }));
	listenFlame();
	document.querySelector("#functions .head").addEventListener("click", (event) => {
		const key = event.target.dataset.key;

		if (key)
			go({ s: key, r: state.s === key ? !state.r : false });
	});
	functionBox.addEventListener("click", (event) => {
		const row = event.target.closest(".row");

		if (row)
			go({ f: Number(row.dataset.index) });
	});
	functionBox.addEventListener("keydown", (event) => {
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];

		if (step) {
			event.preventDefault();
			move(step);
		}
	});
	codeBox.addEventListener("click", (event) => {
		const row = event.target.closest(".row[data-key]");

		if (!row)
			return;
		if (!open.delete(row.dataset.key))
			open.add(row.dataset.key);
		drawCode(true);
	});
	document.addEventListener("keydown", (event) => {
		if (event.key === "/" && !event.target.closest("input")) {
			event.preventDefault();
			search.focus();
		}
	});
	addEventListener("hashchange", () => {
		readAddress();
		search.value = state.q;
		drawAll();
	});
}

function drawAll()
{
	drawLegend();
	drawReason();
	drawModes();
	drawView();
	drawFunctions(false);
	drawFunction();
}

readAddress();
drawFacts();
drawNotes();
listen();
drawAll();
document.documentElement.dataset.ready = Math.round(performance.now());
