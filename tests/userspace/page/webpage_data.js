/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_data.js - rows by data are those of tea report, by variable, field, line and sharing
 *
 * reports: for each kind its rows, [data, where, line, cycles, margin]. sides: of each row by sharing its
 * accesses, as their text begins.
 */
"use strict";

const cells = (row, name) => row.querySelector(name).textContent;

function listed()
{
	return [...document.querySelectorAll("#variables .rows .row")].map((row) =>
		[cells(row, ".name"), row.lastChild.textContent, cells(row, ".cycles"), cells(row, ".margin")].join("|"));
}

function expected(kind)
{
	return reports[kind].map(([name, where, line, cycles, margin]) =>
		[name + (line ? "  line " + line.slice(2) : ""), where ? baseName(where) : "",
		 Math.round(cycles).toLocaleString("en-US"), (100 * margin).toFixed(2) + "%"].join("|"));
}

see("it has a button", !one("#datas").hidden);
one("#datas").click();
see("which shows the table, and nothing else", !one("#variables").hidden && one("main").hidden &&
	one("#flame").hidden && one("#mix").hidden);
for (const [number, kind] of ["variables", "fields", "lines", "sharing"].entries()) {
	one(`#variables .kinds button:nth-child(${number + 1})`).click();
	see(`${kind} as tea report has them`, listed().sort().join() === expected(kind).sort().join());
	see(`${kind} are in the address`, number === 0 || location.hash.includes("l=" + kind));
}
const titles = [...document.querySelectorAll("#variables .rows .row")].map((row) => row.title);
see("lines between harts tell their sides", sides.every((accesses) => titles.some((title) =>
	accesses.every((access) => title.includes("\n" + access)))));
one("#variables .kinds button:nth-child(3)").click();
const [first] = reports.lines[0];
type(one("#search"), first.toUpperCase());
see("rows are searched", listed().length > 0 && listed().length ===
	reports.lines.filter(([name]) => name.toLowerCase().includes(first.toLowerCase())).length);
type(one("#search"), "nothing has this");
see("and may be none", listed().length === 0 && one("#variables .none"));
type(one("#search"), "");
one("#legend button").click();
see("a category orders them, too", listed().length === reports.lines.length);
one("#datas").click();
see("and back to the functions", one("#variables").hidden && !one("main").hidden);
