/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_mix.js - a reader's actions on the instruction mix; mixes has tea mix's output for the
 * same file: { by, across, source, total, rows }
 */
"use strict";

const rowsOf_ = () => [...document.querySelectorAll("#mix .row:not(.total)")];
const cellOf = (row, name) => row.querySelector(name) ? row.querySelector(name).textContent : "";
const namesOf = () => rowsOf_().map((row) => cellOf(row, ".name"));
const near = (one, other) => Math.abs(one - other) <= 1e-6 * Math.abs(other) + 1e-8;
const percentOf = (share) => (100 * share).toFixed(2) + "%";

function choose(id, value)
{
	const select = one("#" + id);

	select.value = value;
	select.dispatchEvent(new Event("change", { bubbles: true }));
}

/* The row's cells, compared with the command's. */
function isRow(row, wanted, by)
{
	const sampled = wanted.margin !== undefined;

	return row && cellOf(row, ".number") === percentOf(wanted.share) &&
		cellOf(row, ".cycles") === Math.round(wanted.executions).toLocaleString("en-US") &&
		(!sampled || (cellOf(row, ".margin") === percentOf(wanted.margin) &&
			cellOf(row, ".samples") === mixSamples(wanted))) &&
		(sampled || !row.querySelector(".margin")) &&
		(!sampled || !mixPlaces.includes(by) || cellOf(row, ".source") === wanted.source);
}

function isMix({ by, source, total, rows })
{
	choose("by", by);
	if (mixSources.length > 1)
		choose("source", source);
	return near(mixFolded.all.parts, total) && rowsOf_().length === rows.length && rows.every((wanted) =>
		isRow(rowsOf_().find((row) => cellOf(row, ".name") === wanted[by]), wanted, by) &&
		mixShown.some((row) => row.text === wanted[by] && near(row.parts, wanted.executions) &&
			near(row.biased / row.parts, wanted.bias)));
}

function isTable({ by, across, columns, rows })
{
	choose("by", by);
	choose("across", across);
	const cells = (row) => [...row.querySelectorAll(".cell")].map((cell) => cell.textContent);
	const heads = [...document.querySelectorAll("#mix .head .cell")].map((cell) => cell.textContent);

	return heads.length === columns.length && columns.every(({ value }) => heads.includes(value)) &&
		rows.every((wanted) => {
			const row = rowsOf_().find((shown) => cellOf(shown, ".name") === wanted[by]);

			return row && heads.every((head, at) => cells(row)[at] ===
				(wanted.cells[head] ? percentOf(wanted.cells[head] / mixFolded.all.parts) : ""));
		});
}

if (functions.length) {
	see("the page begins with functions", !one("main").hidden && one("#mix").hidden);
	one("#mixes").click();
} else {
	see("without cycles there is nothing else", one("#mixes").hidden && one("#flames").hidden);
}
see("the mix is shown, and nothing of cycles", !one("#mix").hidden && one("main").hidden &&
	one("#legend").clientHeight === 0 && one("#total").clientHeight === 0);
for (const wanted of mixes.filter((candidate) => !candidate.across))
	see(`by ${wanted.by}, source ${wanted.source}: as tea mix has it`, isMix(wanted));
for (const wanted of mixes.filter((candidate) => candidate.across))
	see(`${wanted.by} across ${wanted.across}: as tea mix has it`, isTable(wanted));
see("with a row of totals", count("#mix .row.total") === 1 && cellOf(one("#mix .total"), ".number") === "100.00%");
choose("across", "");
see("and without", count("#mix .row.total") === 0 && count("#mix .cell") === 0);

choose("by", "mnemonic");
const allNames = namesOf();
type(one("#search"), allNames[0]);
see("search leaves rows", namesOf().length > 0 && namesOf().every((name) => name.includes(allNames[0])) &&
	/^[0-9]+ of [0-9]+ rows, [0-9.]+%$/.test(one("#listed").textContent));
type(one("#search"), "nothing-has-this");
see("or none", count("#mix .row") === 0 && one("#mix .none").textContent !== "");
type(one("#search"), "");
one('#mix [data-key="name"]').click();
see("sorted by name", namesOf().join() === [...allNames].sort().join());
one('#mix [data-key="name"]').focus();
one('#mix [data-key="name"]').click();
see("and backwards, with the focus kept", namesOf().join() === [...allNames].sort().reverse().join() &&
	document.activeElement.dataset.key === "name");
see("the address has it", location.hash.includes("w=mix") && location.hash.includes("m=name"));
one('#mix [data-key="parts"]').click();
see("and by share again", namesOf().join() === allNames.join());

rowsOf_()[0].click();
see("a click narrows to a row", one("#where button").textContent.startsWith("mnemonic " + allNames[0]) &&
	state.b === "function" && location.hash.includes("n=mnemonic%3D"));
one("#where button").click();
see("and its button lets go", !one("#where button") && mixFolded.all.parts > 0);
choose("by", "function");
one("#mix .rows").focus();
press("Home");
see("Home is the first row", rowsOf_()[0].classList.contains("chosen"));
press("ArrowDown");
press("Home");
press("Enter");
see("Enter narrows", count("#where button") === 1 && state.b === "block");
press("Escape");
see("Escape lets go", count("#where button") === 0 && state.b === "function");
if (functions.length) {
	one("#mix .rows").focus();
	while (!functions.some((row) => row.name === mixAt))
		press("ArrowDown");
	const opened = mixAt;

	press("o");
	see("o opens the code", !one("main").hidden && one("#code h2").textContent === opened);
}
