/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * code.js - the code of the chosen function: by address, by source line, hottest first
 */
"use strict";

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

	made.jumps = new Map();
	for (let i = 0; i < item.j.length; i += 2)
		made.jumps.set(item.j[i], item.j[i + 1]);
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
		if (code.files[i] !== file || code.lines[i] !== line ||
		    code.inlines[i] !== inlined) {
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

function titleOf(stack, from)
{
	return [cyclesText(sumOf(stack, from)) + " cycles",
		...stackText(stack, from, 12)].join("\n");
}

function addressText(insn)
{
	return (code.base + BigInt(code.offsets[insn])).toString(16);
}

function insnRow(insn)
{
	const row = element("div", "row insn"), stack = code.stacks[insn];
	const text = element("span", "", data.texts[code.texts[insn]] || "(no code)");

	row.append(element("span", "number", stack ? shareText(sumOf(stack, 1)) : ""),
		stack ? barOf(stack, 1, code.largest) : element("span"),
		element("span", "weak", addressText(insn)), text);
	if (stack) {
		text.append(element("span", "why", stackText(stack, 1, 3).join("  ")));
		row.title = titleOf(stack, 1) + "\n\n" +
			explain(data.signatures[stack[1]]).split("\n").slice(0, 2).join("\n");
	}
	if (code.jumps.has(insn)) {
		const target = code.jumps.get(insn);

		const jump = element("a", "jump", target > insn ? "\u2193 " : "\u2191 ");

		jump.append(addressText(target));
		jump.dataset.target = target;
		text.append(jump);
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
		row.title = titleOf(item.stack, 0);
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
		codeList.reveal(codeRows.findIndex((item) => code.stacks[item.insn] &&
			sumOf(code.stacks[item.insn], 1) === code.largest));
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
		element("span", "", "Stack"),
		element("span", "", state.v === "lines" ? "Line" : "Address"),
		element("span", "", "Source and instructions"));
}

function textOf(item)
{
	if (item.insn !== undefined)
		return data.texts[code.texts[item.insn]] + " " + addressText(item.insn);
	if (item.source)
		return (sourceOf(item.file, item.line) || ["", ""])[1] +
			(item.inlined >= 0 ? " " + data.texts[item.inlined] : "");
	return item.file;
}

/* The instruction's row comes in sight, where it is listed. */
function showInsn(insn)
{
	const at = codeRows.findIndex((item) => item.insn === insn);

	if (at < 0)
		return;
	found = at;
	codeList.reveal(at);
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
