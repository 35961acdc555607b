/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variables.js - the table of data: variables and types, fields, cache lines, or those that go
 * from hart to hart
 *
 * It is of all of the run: an interval is left when it is shown. The state has the kind of rows as
 * l; the order and the search are those of functions.
 */
"use strict";

const VARIABLE_STACK = 3;	/* where a row's stack begins */
const VARIABLE_OTHERS = -2;	/* in place of where: the row of all others */
const variableKinds = data.data ? Object.keys(data.data) : [];
const variableBox = document.querySelector("#variables .rows");
let variablesShown = [];

function variableText(number)
{
	return number < 0 ? "" : data.texts[number];
}

function isOthers(item)
{
	return item[1] === VARIABLE_OTHERS;
}

function variableName(item)
{
	return variableText(item[0]) + (item[2] < 0 ? "" : "  line " + variableText(item[2]));
}

/* Who accesses a line between harts. */
function sidesOf(item)
{
	return state.l === "sharing" ? data.sides[data.data.sharing.indexOf(item)].map(variableText) : [];
}

function variableRow(position)
{
	const item = variablesShown[position], weight = weightOf(item, VARIABLE_STACK, state.g);
	const row = element("div", "row" + (hides(weight) || !weight.parts ? " chance" : ""));

	row.append(element("span", "number", shareText(weight.parts)), ...chanceCells(weight),
		element("span", "number weak cycles", cyclesText(weight.parts)),
		barOf(item, VARIABLE_STACK, variablesShown.largest), element("span", "name", variableName(item)),
		element("span", "weak", variableText(item[1])));
	row.title = [variableName(item), variableText(item[1]),
		cyclesText(sumOf(item, VARIABLE_STACK)) + " " + data.unit, ...chanceText(weight),
		...sidesOf(item), ...stackText(item, VARIABLE_STACK, 12)].join("\n");
	return row;
}

const variableList = new List(variableBox, variableRow);

function drawVariableHead()
{
	document.querySelector("#variables .kinds").replaceChildren(...variableKinds.map((kind) => {
		const button = element("button", "", kind);

		button.type = "button";
		button.setAttribute("aria-pressed", kind === state.l);
		button.addEventListener("click", () => go({ l: kind }));
		return button;
	}));
	document.querySelector("#variables .head").replaceChildren(element("span", "number", "Share"),
		...chanceHead(), element("span", "number cycles", titleOfUnit), element("span", "", "Stack"),
		element("span", "", "Data"), element("span", "", "Where"));
}

/* Most first: of the chosen category, if there is one. */
function drawVariables(keep)
{
	const wanted = state.q.toLowerCase(), parts = (item) => weightOf(item, VARIABLE_STACK, state.g).parts;

	variablesShown = data.data[state.l].filter((item) => !wanted ||
		variableName(item).toLowerCase().includes(wanted) || variableText(item[1]).toLowerCase().includes(wanted));
	variablesShown.sort((a, b) => isOthers(a) - isOthers(b) || parts(b) - parts(a));
	variablesShown.largest = variablesShown.reduce((most, item) => isOthers(item) ? most :
		Math.max(most, sumOf(item, VARIABLE_STACK)), 0);
	drawVariableHead();
	document.getElementById("variables").classList.toggle("sampled", sampled);
	document.getElementById("variables").classList.toggle("windows", data.groups > 0);
	variableList.show(variablesShown.length, keep);
	if (!variablesShown.length)
		variableBox.append(element("div", "none", "No data has this in its name."));
}
