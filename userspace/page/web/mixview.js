/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixview.js - the instruction mix as a pivot table: rows by one key, columns by another
 *
 * The state has the keys as b and a, the filters as n, the order as m and d, the source as o.
 */
"use strict";

const MIX_CELL_PIXELS = 86;		/* of a column across, with its gap */
const MIX_OTHERS = "#8d949c";
const mixColors = ["#3d7fc4", "#e08214", "#3f9b4f", "#cf4446", "#8a63b8", "#1f9aa0", "#b8860b", "#c45a97",
		   "#7a6a58", "#6b8e23", "#5c6bc0", "#d2691e"];
const mixBox = document.querySelector("#mix .rows");
let mixFolded = null;			/* by mixFold(), with the state's keys and filters */
let mixShown = [];			/* its listed rows, the first of them perhaps the total */
let mixColumns = [];			/* columns across that fit, the last perhaps all others */
let mixAt = "";				/* the text of the row that has the keys */

function mixIsSampled()
{
	return mix.source !== "exact";
}

/* Rows by place of sampled executions show their source. */
function mixTellsSource()
{
	return mixIsSampled() && mixPlaces.includes(state.b) && !state.a;
}

function mixTellsBias()
{
	return mixTellsSource() && mixFolded.all.biased > 0;
}

function mixNumber(parts)
{
	return Math.round(parts).toLocaleString("en-US");
}

function mixShare(parts)
{
	return (100 * parts / (mixFolded.all.parts || 1)).toFixed(2) + "%";
}

function mixMargin(row)
{
	return marginOf(row, mixFolded.all.parts);
}

function mixHides(row)
{
	return mixIsSampled() && row !== mixFolded.all && mixMargin(row) * mixFolded.all.parts >= row.parts;
}

function mixSourceOf(row)
{
	if (!mixIsSampled())
		return "exact";
	return !row.records ? "ebs" : row.records < row.parts ? "both" : "ctr";
}

/* The sum over all columns that this one stands for. */
function mixCell(row, column)
{
	return column.ids.reduce((sum, id) => sum + (row.cells.get(id) || 0), 0);
}

/* As many columns as fit into the window; all others are one. */
function mixLayColumns()
{
	const room = Math.floor((document.getElementById("mix").clientWidth - (innerWidth > 800 ? 520 : 250)) /
		MIX_CELL_PIXELS);
	const most = Math.max(1, Math.min(room, mixColors.length)), all = mixFolded.columns;
	const shown = all.length > most ? all.slice(0, most - 1) : all, rest = all.slice(shown.length);

	mixColumns = shown.map(({ id, text, parts }, index) =>
		({ ids: [id], text, parts, color: mixColors[index] }));
	if (rest.length)
		mixColumns.push({ ids: rest.map(({ id }) => id), text: rest.length + " others", color: MIX_OTHERS,
				  parts: rest.reduce((sum, { parts }) => sum + parts, 0),
				  title: rest.map(({ text, parts }) => text + " " + mixShare(parts)).join("\n") });
}

/* The number, or text, that rows are sorted by: largest first, but names from a to z. */
function mixOrder()
{
	const column = mixColumns.find(({ text }) => "=" + text === state.m);

	if (column)
		return (row) => -mixCell(row, column);
	return { name: (row) => row.text, margin: (row) => -mixMargin(row), samples: (row) => -row.samples,
		 bias: (row) => -row.biased / row.parts }[state.m] || ((row) => -row.parts);
}

function mixSort()
{
	const wanted = state.q.toLowerCase(), value = mixOrder(), sign = state.d ? -1 : 1;

	mixShown = mixFolded.rows.filter((row) => row.text.toLowerCase().includes(wanted));
	mixShown.sort((a, b) => {
		const x = value(a), y = value(b);

		return sign * (x < y ? -1 : x > y ? 1 : 0) || b.parts - a.parts || (a.text < b.text ? -1 : 1);
	});
	mixShown.largest = mixShown.reduce((most, row) => Math.max(most, row.parts), 0);
	mixShown.found = mixShown.reduce((sum, row) => sum + row.parts, 0);
	if (state.a && !wanted)
		mixShown.unshift(mixFolded.all);
}

function mixFoldState()
{
	const asked = JSON.stringify([state.b, state.a, state.n, state.o]);

	if (!mixFolded || mixFolded.asked !== asked) {
		mixFolded = mixFold({ by: state.b, across: state.a, where: state.n,
				      source: state.o || mix.source });
		mixFolded.asked = asked;
	}
	mixLayColumns();
	mixSort();
}

/* A piece for each column, or one. */
function mixBar(row)
{
	const bar = element("div", "stack"), full = row === mixFolded.all ? row.parts : mixShown.largest;
	const pieces = state.a ? mixColumns.map((column) => [mixCell(row, column), column.color]) :
		[[row.parts, "var(--accent)"]];

	for (const [parts, color] of pieces) {
		const piece = element("span");

		piece.style.width = 100 * parts / (full || 1) + "%";
		piece.style.background = color;
		bar.append(piece);
	}
	return bar;
}

function mixCells(row)
{
	return mixColumns.map((column) => {
		const parts = mixCell(row, column), cell = element("span", "number cell", parts ? mixShare(parts) : "");
		const heat = row === mixFolded.all ? 0 : Math.sqrt(parts / (mixColumns.largest || 1));

		cell.style.background = `color-mix(in srgb, ${column.color} ${Math.round(55 * heat)}%, transparent)`;
		cell.title = `${row.text}, ${column.text}: ${mixNumber(parts)} executions\n` +
			`${(100 * parts / row.parts).toFixed(2)}% of its row, ` +
			`${(100 * parts / column.parts).toFixed(2)}% of its column`;
		return cell;
	});
}

function mixTitle(row)
{
	const lines = [row.text, `${mixNumber(row.parts)} executions, ${mixShare(row.parts)}`];

	if (mixIsSampled())
		lines.push(`+/- ${(100 * mixMargin(row)).toFixed(2)}% by ${mixSamples(row)} samples, source ` +
			   mixSourceOf(row));
	if (mixHides(row))
		lines.push("no more than the chance of few samples");
	if (row.biased)
		lines.push(`${(100 * row.biased / row.parts).toFixed(2)}% in blocks that end in a biased branch: ` +
			   "of these the records are not to be trusted");
	if (row !== mixFolded.all)
		lines.push("", "click: only this" + (mixPlaces.includes(state.b) ? "; o: its code" : ""));
	return lines.join("\n");
}

function mixSamples(row)
{
	return row.samples < 0.5 ? "<1" : Math.round(row.samples).toLocaleString("en-US");
}

function mixRow(position)
{
	const row = mixShown[position], isAll = row === mixFolded.all;
	const made = element("div", "row" + (isAll ? " total" : row.text === mixAt ? " chosen" : "") +
		(mixHides(row) ? " chance" : ""));

	made.append(element("span", "number", mixShare(row.parts)));
	if (mixIsSampled())
		made.append(element("span", "number weak margin", isAll ? "" :
			(100 * mixMargin(row)).toFixed(2) + "%"));
	if (mixIsSampled() && !state.a)
		made.append(element("span", "number weak samples", mixSamples(row)));
	made.append(element("span", "number weak cycles", mixNumber(row.parts)), mixBar(row),
		element("span", "name", row.text));
	if (mixTellsSource())
		made.append(element("span", "weak source", mixSourceOf(row)));
	if (mixTellsBias())
		made.append(element("span", "number bias", row.biased ? (100 * row.biased / row.parts).toFixed(1) + "%" : ""));
	made.append(...mixCells(row));
	made.dataset.at = position;
	made.title = mixTitle(row);
	return made;
}

const mixList = new List(mixBox, mixRow);

function mixHeadCell(key, title, style, tip)
{
	const sorted = (state.m || "parts") === key;
	const cell = element("button", [style, sorted ? "sorted" : ""].join(" "));

	cell.type = "button";
	cell.append(title + (sorted ? (state.d ? " \u25b2" : " \u25bc") : ""));
	cell.title = tip || "";
	cell.dataset.key = key;
	cell.setAttribute("aria-pressed", sorted);
	return cell;
}

/* Headings, and the widths of the columns below them. */
function mixHead()
{
	const cells = [mixHeadCell("parts", "Share", "number")], widths = ["64px"];
	const add = (width, ...made) => (widths.push(width), cells.push(...made));

	if (mixIsSampled())
		add("56px", mixHeadCell("margin", "+/-", "number margin",
			"what chance leaves of so few samples, at 95%; rows of no more than that stand back"));
	if (mixIsSampled() && !state.a)
		add("var(--mix-samples)", mixHeadCell("samples", "Samples", "number samples"));
	add("var(--mix-cycles)", element("span", "number cycles", "Executions"));
	add(state.a ? "minmax(30px, 2fr)" : "minmax(40px, 4fr)", element("span"));
	add(state.a ? "minmax(80px, 3fr)" : "minmax(90px, 6fr)", mixHeadCell("name", state.b, ""));
	if (mixTellsSource())
		add("48px", element("span", "source", "Source"));
	if (mixTellsBias())
		add("56px", mixHeadCell("bias", "Bias", "number",
			"executions in blocks that end in a branch which is the newest record too often"));
	for (const { text, color, title } of mixColumns) {
		const cell = mixHeadCell("=" + text, text, "number cell", title || text), mark = element("i");

		mark.style.background = color;
		cell.prepend(mark);
		add("76px", cell);
	}
	document.getElementById("mix").style.setProperty("--columns", widths.join(" "));
	return cells;
}
