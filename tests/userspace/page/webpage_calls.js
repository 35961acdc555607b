/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_calls.js - checks of a page with callers; wanted has the functions of tea report, each
 * with its inclusive cycles
 */
"use strict";

const inclusiveOf = (name) => rowOf(name).title.split("\n").find((line) =>
	line.endsWith(" with what it calls")).replace(/[^0-9]/g, "");

see("functions with what they call", wanted.length > 1 && wanted.every(([name, cycles]) =>
	Number(inclusiveOf(name)) === Math.round(cycles)));
one('#functions [data-key="inclusive"]').click();
const shares = [...document.querySelectorAll("#functions .row :first-child.number")]
	.map((cell) => parseFloat(cell.textContent));
see("sorted by it", shares.length > 2 && shares.join() ===
	[...shares].sort((a, b) => b - a).join() && shares[0] > 0);
one("#legend button").click();
const ofOne = [...document.querySelectorAll("#functions .row :first-child.number")]
	.map((cell) => parseFloat(cell.textContent));
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
see("of one signature it is less", sum(ofOne) > 0 && sum(ofOne) < sum(shares));
one("#legend button").click();
one("#flames").click();
const widest = (name) => [...document.querySelectorAll(".frame")].filter((frame) =>
	frame.textContent === name);
type(one("#search"), "helper");
see("a search says how much it found",
	one("#matched").textContent.trim().startsWith("50.00% of all"));
type(one("#search"), "");
see("and nothing without one", one("#matched").textContent === "");
see("the flame graph has the callers above", widest("_start").length > 0 &&
	parseFloat(widest("_start")[0].style.top) < Math.max(...[...document.querySelectorAll(".frame")]
		.map((frame) => parseFloat(frame.style.top))));
