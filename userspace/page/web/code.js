/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * code.js - the code of the chosen function: its rows drawn, chosen and searched
 */
"use strict";

const modes = [
	["address", "By address"], ["lines", "By source line"], ["hottest", "Hottest first"],
];
const CHARACTER_PIXELS = 7.5;	/* of an address */
let arrows = null;		/* of jumps, by address */
let found = -1;			/* the row that a search or a key led to */
const tabs = new Map();		/* by source file */
const hasExecutions = data.functions.some((item) => item.e);
let hits = [];			/* rows that have the searched text */

/* Is a file's code indented by tabulators? */
function hasTabs(file)
{
	if (!tabs.has(file))
		tabs.set(file, data.sources[file][1].every(([, texts]) =>
			texts.every((indent, i) => i % 2 || indent % 8 === 0)));
	return tabs.get(file);
}

/* A line's indent; steps of a tabulator are too wide for half a window. */
function indentOf(file, columns)
{
	return " ".repeat(hasTabs(file) ? columns / 2 : columns);
}

function titleOf(stack, from)
{
	return [cyclesText(sumOf(stack, from)) + " " + data.unit, ...chanceText(weightOf(stack, from, -1)),
		...stackText(stack, from, 12)].join("\n");
}

function addressText(insn)
{
	return (code.base + BigInt(code.offsets[insn])).toString(16);
}

/* Its operands, in which the target of a jump within the function is a link. */
function insnText(insn)
{
	const text = data.texts[code.texts[insn]] || "(no code)", made = element("span");
	const target = code.jumps.get(insn);

	if (target === undefined) {
		made.textContent = text;
		return made;
	}
	const link = element("a", "jump", addressText(target));

	link.dataset.target = target;
	link.tabIndex = -1;
	link.title = target > insn ? "a jump forwards" : "a jump backwards";
	made.append(text.endsWith(link.textContent) ?
		text.slice(0, -link.textContent.length) : text + " ", link);
	return made;
}

/* Notes on an instruction, behind its text. */
function insnNotes(insn)
{
	const notes = [];

	if (code.stacks[insn])
		notes.push(element("span", "why", stackText(code.stacks[insn], 1, 3).join("  ")));
	if (mode() !== "address" && code.inlines[insn] >= 0)
		notes.push(element("span", "inlined", "inlined: " + data.texts[code.inlines[insn]]));
	if (mode() === "hottest" && code.files[insn] >= 0)
		notes.push(element("span", "inlined",
			baseName(data.sources[code.files[insn]][0]) + ":" + code.lines[insn]));
	return notes;
}

/* Executions, and cycles of one: the mix is of the whole recording, so none of an interval. */
function executionCells(executions, stack)
{
	const cycles = stack && executions > 0 && !chosenSpans() ?
		sumOf(stack, 1) / data.partsPerCycle / executions : 0;

	return hasExecutions ? [element("span", "number weak executions", executions > 0 ? mixNumber(executions) : ""),
				element("span", "number each", cycles ? cycles.toFixed(2) : "")] : [];
}

/* Their headings. */
function executionHead()
{
	const each = element("span", "number each", "Cycles/exec");

	each.title = "cycles of one execution";
	return hasExecutions ? [element("span", "number executions", "Executions"), each] : [];
}

function insnRow(insn, position)
{
	const stack = code.stacks[insn], weight = weightOf(stack || [], 1, -1);
	const row = element("div", "row insn" + (hides(weight) ? " chance" : ""));
	const text = insnText(insn);

	text.append(...insnNotes(insn));
	row.append(element("span", "number", stack ? shareText(weight.parts) : ""), ...chanceCells(weight),
		...executionCells(code.executions ? code.executions[insn] : 0, stack),
		stack ? barOf(stack, 1, code.largest) : element("span"),
		element("span", "address weak", addressText(insn)),
		arrows.draw(position, found), text);
	if (stack)
		row.title = titleOf(stack, 1) + "\n\n" +
			explain(data.categories[stack[1]]).split("\n").slice(0, 2).join("\n");
	return row;
}

function sourceRow(item, position)
{
	const weight = weightOf(item.stack || [], 0, -1), sum = weight.parts;
	const row = element("div", "row source" + (item.key ? " open-able" : "") +
		(hides(weight) ? " chance" : ""));
	const source = sourceOf(item.file, item.line), text = element("span");
	const mark = item.key ? (open.has(item.key) ? "\u25be " : "\u25b8 ") : "";

	/* By address lines are out of order, and their indents say nothing. */
	text.append(source ? (mode() === "lines" ? indentOf(item.file, source[0]) : "") + source[1] :
		item.file < 0 ? "" : baseName(data.sources[item.file][0]) + ":" + item.line);
	if (item.inlined >= 0)
		text.append(element("span", "inlined", "inlined: " + data.texts[item.inlined]));
	row.append(element("span", "number", sum ? shareText(sum) : ""), ...chanceCells(weight),
		...executionCells(0, null),
		sum ? barOf(item.stack, 0, code.heaviest) : element("span"),
		element("span", "number weak", mark + (item.line || "")),
		arrows.draw(position, found), text);
	if (item.key)
		row.dataset.key = item.key;
	if (sum)
		row.title = titleOf(item.stack, 0);
	return row;
}

/* A source file's name, or a note on instructions that are not listed. */
function textRow(item)
{
	const row = element("div", item.file ? "row file" : "row note");

	row.append(element("span", "", item.file || item.note));
	return row;
}

function codeRow(position)
{
	const item = codeRows[position];
	let row;

	if (item.insn !== undefined)
		row = insnRow(item.insn, position);
	else if (item.source)
		row = sourceRow(item, position);
	else
		row = textRow(item);
	row.dataset.at = position;
	if (position === found)
		row.classList.add("found");
	return row;
}

const codeBox = document.querySelector("#code .rows");
const codeList = new List(codeBox, codeRow);

function drawCode(keep)
{
	const columns = document.getElementById("code").style;

	codeRows = rowsOf[mode()]();
	code.heaviest = codeRows.reduce((most, row) => row.stack ?
		Math.max(most, sumOf(row.stack, 0)) : most, 0);
	arrows = layArrows();
	columns.setProperty("--arrows", arrows.width + "px");
	/* A function that only calls others, in an object without a file, has no code at all. */
	columns.setProperty("--address", Math.max(8, code.count ?
		addressText(code.count - 1).length : 0) * CHARACTER_PIXELS + "px");
	found = -1;
	hits = [];
	drawHits();
	codeList.show(codeRows.length, keep);
}

/* The row with most cycles comes in sight; a source line with its instructions. */
function revealHottest()
{
	const isHottest = (item) => item.stack ? sumOf(item.stack, 0) === code.heaviest :
		item.insn !== undefined && code.stacks[item.insn] &&
		sumOf(code.stacks[item.insn], 1) === code.largest;
	const row = codeRows.find(isHottest);

	if (row && row.key) {
		open.add(row.key);
		drawCode(true);
	}
	if (row)
		codeList.reveal(codeRows.findIndex(isHottest));
}

function drawFunction()
{
	const row = functions[state.f];

	if (!row)
		return;
	code = unfoldCode(row.item);
	open = new Set();
	document.querySelector("#code h2").textContent = row.name;
	document.querySelector("#code h2").title = row.name + "\n" + row.object;
	drawStages(row.item.g);
	drawModes();
	drawCode(false);
	revealHottest();
}

function drawModes()
{
	const box = document.getElementById("modes");

	box.replaceChildren(...modes.map(([key, title]) => {
		const button = element("button", "", title);

		button.type = "button";
		button.setAttribute("role", "tab");
		button.setAttribute("aria-selected", key === mode());
		button.addEventListener("click", () => go({ v: key }));
		return button;
	}));
	document.querySelector("#code .head").replaceChildren(element("span", "number", "Share"),
		...chanceHead(), ...executionHead(), element("span", "bar", "Stack"),
		element("span", "", mode() === "lines" ? "Line" : "Address"), element("span"),
		element("span", "", "Source and instructions"));
}

function textOf(item)
{
	if (item.insn !== undefined)
		return data.texts[code.texts[item.insn]] + " " + addressText(item.insn);
	if (item.source)
		return (sourceOf(item.file, item.line) || ["", ""])[1] +
			(item.inlined >= 0 ? " " + data.texts[item.inlined] : "");
	return item.file || item.note;
}

/* The row @at is the one that is looked at. */
function showRow(at, near)
{
	found = at;
	codeList.reveal(at, near);
}

/* The instruction's row comes in sight; by address, if it is not listed here. */
function showInsn(insn)
{
	const listed = () => codeRows.findIndex((item) => item.insn === insn);

	if (listed() < 0)
		go({ v: "address" });
	showRow(listed(), false);
}

/* Opens or folds a source line, or follows a jump. */
function useRow(at)
{
	const item = codeRows[at];

	if (!item)
		return;
	if (item.key) {
		if (!open.delete(item.key))
			open.add(item.key);
		drawCode(true);
		showRow(codeRows.findIndex((row) => row.key === item.key), true);
	} else if (code.jumps.has(item.insn)) {
		showInsn(code.jumps.get(item.insn));
	}
}

function drawHits()
{
	document.getElementById("hits").textContent = !document.getElementById("find").value ? "" :
		hits.length ? `${hits.indexOf(found) + 1} of ${hits.length}` : "none";
}

/* All rows that have the text, and the first of them. */
function findText(wanted)
{
	wanted = wanted.toLowerCase();
	hits = [];
	for (let at = 0; wanted && at < codeRows.length; at++)
		if (textOf(codeRows[at]).toLowerCase().includes(wanted))
			hits.push(at);
	found = -1;
	findNext(1);
}

/* The next one from here, or with -1 the one before; behind the last comes the first. */
function findNext(step)
{
	const at = hits.indexOf(found), behind = hits.findIndex((hit) => hit > found);
	const next = at < 0 ? Math.max(0, behind) : (at + step + hits.length) % hits.length;

	if (hits.length)
		showRow(hits[next], false);
	else
		codeList.draw();
	drawHits();
}
