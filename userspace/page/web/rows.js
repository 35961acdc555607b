/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rows.js - the listed rows of a function: by address, by source line, hottest first
 */
"use strict";

let code = null;		/* the function's columns, unfolded */
let codeRows = [];		/* the listed rows: { insn }, { source }, { file } or { note } */
let open = new Set();		/* source lines whose instructions are listed */

/* Source lines where they are known, unless something else was asked for. */
function mode()
{
	return state.v || (code && code.lines.some(Boolean) ? "lines" : "address");
}

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
		inlines: unfold(item.i, count), executions: item.e ? unfold(item.e, count) : null, stacks: new Array(count).fill(null), offsets: [],
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

/* Adds a category of a stack, or a part of one. */
function addPiece(sums, category, ...numbers)
{
	const sum = sums.get(category);

	sums.set(category, sum ? sum.map((number, i) => number + numbers[i]) : numbers);
}

function addStack(sums, stack)
{
	for (let i = 1; i < stack.length; i += STEP)
		addPiece(sums, ...stack.slice(i, i + STEP));
}

/* Most first. */
function stackOf(sums)
{
	return sums ? [...sums].sort((a, b) => b[1][0] - a[1][0]).flat(2) : [];
}

/* The file and line below which an instruction is listed. */
function fileOf(insn)
{
	return code.lines[insn] ? code.files[insn] : -1;
}

/* By file and line: its instructions, and the sum of their stacks. */
function collectLines()
{
	const files = new Map();

	for (let i = 0; i < code.count; i++) {
		const key = fileOf(i), line = code.lines[i];

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

/* The instructions of a line; if the line has cycles, only those that have some. */
function foldedRows(insns, hasCycles)
{
	const listed = insns.filter((insn) => !hasCycles || code.stacks[insn]);
	const rows = listed.map((insn) => ({ insn })), others = insns.length - listed.length;

	if (others)
		rows.push({ note: others === 1 ? "and one without " + data.unit :
			`and ${others} without ${data.unit}` });
	return rows;
}

function lineRows(file, lines)
{
	const rows = [], numbers = [...lines.keys()].sort((a, b) => a - b);
	let last = 0;

	for (const line of numbers) {
		const { insns, sums } = lines.get(line), key = file + ":" + line;
		const stack = stackOf(sums);

		for (let between = last ? last + 1 : line - 2; between < line; between++)
			if (sourceOf(file, between))
				rows.push({ source: true, file, line: between, inlined: -1 });
		rows.push({ source: true, file, line, inlined: -1, stack, key });
		if (open.has(key))
			rows.push(...foldedRows(insns, stack.length > 0));
		last = line;
	}
	return rows;
}

function fileTitle(file)
{
	if (file < 0)
		return "no source lines known";
	return data.sources[file][0] + (data.sources[file][1].length ? "" : " (was not found)");
}

function rowsByLine()
{
	const rows = [];

	for (const [file, lines] of collectLines())
		rows.push({ file: fileTitle(file) }, ...lineRows(file, lines));
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

/* Arrows only where rows are in the order of addresses. */
function layArrows()
{
	const rows = new Map();

	if (mode() === "address")
		codeRows.forEach((item, row) => item.insn !== undefined && rows.set(item.insn, row));
	return new Arrows([...code.jumps].filter(([from, to]) => rows.has(from) && rows.has(to))
		.map(([from, to]) => [rows.get(from), rows.get(to)]));
}

const rowsOf = { address: rowsByAddress, lines: rowsByLine, hottest: rowsByHeat };
