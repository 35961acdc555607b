/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mix.js - executions of instructions, folded by the reader's keys: pagemix.h describes the data
 *
 * Rows are those of tea mix, weighed as it weighs them: of a block's samples, and of each stream, the
 * instructions that are a row's are counted first, and that number is squared.
 */
"use strict";

const mix = data.mix;
const MIX_BLOCK = 9, MIX_STREAM = 3, MIX_KIND = 10, MIX_FUNCTION = 3;
/* By key: the index of its text in an item or in its block. */
const mixKinds = ["mnemonic", "extension", "class", "packing", "memory", "operand-size", "operands", "masked",
	"sew", "lmul"];
const mixFunctions = ["privilege", "object", "function"];
const mixKeys = [...mixKinds, ...mixFunctions, "thread", "block", "line"];
const mixPlaces = ["function", "block", "line"];	/* those that can have a source, and a bias, of their own */
const mixSources = !mix ? [] : mix.source === "hbbp" ? ["hbbp", "ctr", "ebs"] : [mix.source];
const mixCache = new Map();		/* by key: { ids of items, texts of ids } */

/* A row of the data's table of blocks. */
function mixBlock(block)
{
	const [thread, row, text, items, length, ebs, ctr, biased, retiring] =
		mix.b.slice(block * MIX_BLOCK, (block + 1) * MIX_BLOCK);

	return { thread, row, text, items, length, ebs, ctr, biased, retiring };
}

/* By item, the number of its block. */
function mixBlocks()
{
	if (!mix.blocks) {
		mix.blocks = new Int32Array(mix.k.length);
		for (let at = 0, block = 0; at < mix.k.length; block++)
			for (let i = 0; i < mix.b[block * MIX_BLOCK + 3]; i++)
				mix.blocks[at++] = block;
	}
	return mix.blocks;
}

/* The number of the text that an item has of a key. */
function mixTextOf(key)
{
	const blocks = mixBlocks(), kind = mixKinds.indexOf(key), row = mixFunctions.indexOf(key);
	const field = (item, name) => mix.b[blocks[item] * MIX_BLOCK + name];
	const lines = key === "line" ? unfold(mix.l, mix.k.length) : null;

	if (kind >= 0)
		return (item) => mix.kinds[mix.k[item] * MIX_KIND + kind];
	if (row >= 0)
		return (item) => mix.functions[field(item, 1) * MIX_FUNCTION + row];
	if (key === "thread")
		return (item) => mix.threads[field(item, 0)];
	return lines ? (item) => lines[item] : (item) => field(item, 2);
}

/* Equal texts have one id: { ids by item, -1 if not wanted; texts by id }. */
function mixValues(key)
{
	if (!mixCache.has(key)) {
		const ids = new Int32Array(mix.k.length), known = new Map(), textOf = mixTextOf(key);

		for (let item = 0; item < ids.length; item++) {
			const text = mix.k[item] < 0 ? -1 : textOf(item);

			if (text >= 0 && !known.has(text))
				known.set(text, known.size);
			ids[item] = text < 0 ? -1 : known.get(text);
		}
		mixCache.set(key, { ids, texts: [...known.keys()].map((text) => data.texts[text]) });
	}
	return mixCache.get(key);
}

/* Does a block have its executions from records? With hbbp, if its code is known and short. */
function mixByRecords(block, source)
{
	const length = mix.b[block * MIX_BLOCK + 4];

	return source === "ctr" || (source === "hbbp" && length > 0 && length <= mix.limit);
}

/* By item, its executions by a source. */
function mixExecutions(source)
{
	const blocks = mixBlocks();

	return source === "exact" ? mix.x : Float64Array.from(blocks, (block) =>
		mix.b[block * MIX_BLOCK + (mixByRecords(block, source) ? 6 : 5)]);
}

/* Counts the instructions of a run of items by row; then gives the rows its samples. */
class MixTally {
	constructor(rows, all) {
		this.rows = rows;
		this.all = all;
		this.times = new Map();
	}

	add(row) {
		if (row >= 0)
			this.times.set(row, (this.times.get(row) || 0) + 1);
	}

	close(samples, each, length) {
		for (const [row, times] of this.times)
			for (const sum of [this.rows[row], this.all]) {
				sum.samples += samples * times / length;
				sum.squares += samples * (times * each) ** 2;
			}
		this.times.clear();
	}
}

function mixWeighBlocks(tally, rowOf, source)
{
	const [each] = mix.each;

	for (let item = 0, number = 0; item < rowOf.length; number++) {
		const block = mixBlock(number), length = block.retiring || 1, end = item + block.items;

		for (; item < end; item++)
			if (!mixByRecords(number, source))
				tally.add(rowOf[item]);
		if (each)
			tally.close(block.ebs * length / each, each / length, length);
	}
}

function mixWeighStreams(tally, rowOf, source)
{
	const [, each] = mix.each, blocks = mixBlocks();

	for (let i = 0; i < mix.s.length; i += MIX_STREAM) {
		const [first, count, branches] = mix.s.slice(i, i + MIX_STREAM);

		for (let item = first; item < first + count; item++)
			if (mixByRecords(blocks[item], source))
				tally.add(rowOf[item]);
		tally.close(branches / each, each, count);
	}
}

/* The items that pass: each [key, text] of @where holds. */
function mixWanted(where)
{
	const conditions = where.map(([key, text]) => {
		const { ids, texts } = mixValues(key);

		return { ids, id: texts.indexOf(text) };
	});

	return (item) => mix.k[item] >= 0 && conditions.every(({ ids, id }) => id >= 0 && ids[item] === id);
}

function mixEmpty(text)
{
	return { text, parts: 0, samples: 0, squares: 0, records: 0, biased: 0, cells: new Map() };
}

/*
 * Rows by a key, with their cells by another one or "", of the items that pass: { rows, columns,
 * all }. Parts are executions; samples and squares are those of chance.js.
 */
function mixFold({ by, across, where, source })
{
	const { ids, texts } = mixValues(by), columns = across ? mixValues(across) : null;
	const executions = mixExecutions(source), wanted = mixWanted(where), blocks = mixBlocks();
	const rows = texts.map(mixEmpty), all = mixEmpty("[total]");
	const rowOf = new Int32Array(ids.length).fill(-1);

	for (let item = 0; item < ids.length; item++) {
		const parts = executions[item];

		if (!(parts > 0) || !wanted(item))
			continue;
		rowOf[item] = ids[item];
		for (const sum of [rows[ids[item]], all]) {
			sum.parts += parts;
			sum.records += mixByRecords(blocks[item], source) ? parts : 0;
			sum.biased += mix.b[blocks[item] * MIX_BLOCK + 7] ? parts : 0;
			if (columns)
				sum.cells.set(columns.ids[item],
					(sum.cells.get(columns.ids[item]) || 0) + parts);
		}
	}
	if (source !== "exact") {
		const tally = new MixTally(rows, all);

		mixWeighBlocks(tally, rowOf, source);
		mixWeighStreams(tally, rowOf, source);
	}
	return { rows: rows.filter((row) => row.parts > 0), all,
		 columns: [...all.cells].sort((a, b) => b[1] - a[1])
			.map(([id, parts]) => ({ id, parts, text: columns.texts[id] })) };
}
