/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * functions.js - the table of functions: sorted, searched, one of them chosen
 */
"use strict";

const titleOfUnit = data.unit[0].toUpperCase() + data.unit.slice(1);
const columns = [
	...(hasCalls ? [{ key: "inclusive", title: "Inclusive", number: true,
			  value: (row) => -inclusive[row.index] }] : []),
	{ key: "cycles", style: "cycles", title: titleOfUnit, number: true, span: true, value: (row) => -measure(row) },
	{ key: "name", title: "Function", value: (row) => row.name },
	{ key: "object", title: "Object", value: (row) => row.object },
];
let shown = [];
let inclusive = [];		/* by function, as measure() has its own */

/* The sort key: all cycles, or those of the chosen category. */
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
	const column = columns.find((candidate) => candidate.key === state.s);
	const wanted = state.q.toLowerCase(), sign = state.r ? -1 : 1;

	if (hasCalls && inclusive.category !== state.g) {
		inclusive = inclusiveParts(state.g);
		inclusive.category = state.g;
	}
	shown = functions.filter((row) => !wanted || row.name.toLowerCase().includes(wanted) ||
		row.object.toLowerCase().includes(wanted) ||
		pathsOf(row).toLowerCase().includes(wanted));
	shown.sort((a, b) => {
		const x = column.value(a), y = column.value(b);

		return sign * (x < y ? -1 : x > y ? 1 : 0) || a.index - b.index;
	});
	shown.largest = shown.reduce((most, row) => Math.max(most, row.cycles), 0);
}

/* Are its cycles no more than chance, or have neither it nor its callees any? */
function standsBack(row, weight)
{
	return hides(weight) || !(weight.parts || (hasCalls && inclusive[row.index]));
}

function functionRow(position)
{
	const row = shown[position], weight = weightOf(row.item.t, 0, state.g);
	const made = element("div", "row" + (row.index === state.f ? " chosen" : "") +
		(standsBack(row, weight) ? " chance" : ""));

	made.dataset.index = row.index;
	if (hasCalls)
		made.append(element("span", "number", shareText(inclusive[row.index])));
	made.append(element("span", "number", shareText(weight.parts)), ...chanceCells(weight),
		element("span", "number weak cycles", cyclesText(weight.parts)),
		barOf(row.item.t, 0, shown.largest), element("span", "name", row.name),
		element("span", "weak", baseName(row.object)));
	made.title = [row.name, row.object, cyclesText(row.cycles) + " " + data.unit,
		...(weight.parts ? chanceText(weight) : []),
		...(hasCalls ? [cyclesText(inclusive[row.index]) + " with what it calls"] : []),
		...stackText(row.item.t, 0, 12)].join("\n");
	return made;
}

const functionBox = document.querySelector("#functions .rows");
const functionList = new List(functionBox, functionRow);

function headCell(column)
{
	const sorted = state.s === column.key, cell = element("button", sorted ? "sorted" : "");

	cell.type = "button";
	if (column.number)
		cell.classList.add("number");
	if (column.style)
		cell.classList.add(column.style);
	cell.append(column.title + (sorted ? (state.r ? " \u25b2" : " \u25bc") : ""));
	cell.dataset.key = column.key;
	cell.setAttribute("aria-pressed", sorted);
	return cell;
}

function drawFunctionHead()
{
	const head = document.querySelector("#functions .head");
	const had = document.activeElement && document.activeElement.dataset.key;
	const cells = [];

	for (const column of columns) {
		if (column.span)
			cells.push(headCell({ ...column, title: "Share", style: "" }), ...chanceHead());
		cells.push(headCell(column));
		if (column.span)
			cells.push(element("span", "", "Stack"));
	}
	head.replaceChildren(...cells);
	/* The head is new; focus returns to the column that had it. */
	if (had)
		head.querySelector(`[data-key="${had}"]`).focus();
}

function drawFunctions(keep)
{
	sortFunctions();
	drawFunctionHead();
	document.getElementById("functions").classList.toggle("calls", hasCalls);
	document.querySelector("main").classList.toggle("sampled", sampled);
	document.querySelector("main").classList.toggle("windows", data.groups > 0);
	document.querySelector("main").classList.toggle("mixed", hasExecutions);
	functionList.show(shown.length, keep);
	if (!shown.length)
		functionBox.append(element("div", "none",
			"No function has this in its name, object or files."));
}
