/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_chance.js - checks of a page's margins; functions and instructions have those of tea
 * report: [symbol, share, margin, samples, address]
 */
"use strict";

const cell = (row, name) => row.querySelector(name) ? row.querySelector(name).textContent : "";
const percent = (share) => (100 * share).toFixed(2) + "%";
const near = (text, share) => Math.abs(parseFloat(text) - 100 * share) < 0.0051;
const rounded = (samples) => samples < 0.5 ? "<1" : Math.round(samples).toLocaleString("en-US");
const isSame = (row, [, share, margin, samples]) => row && near(cell(row, ".number"), share) &&
	near(cell(row, ".margin"), margin) && cell(row, ".samples") === rounded(samples) &&
	row.classList.contains("chance") === margin >= share;
const insnRows = () => [...document.querySelectorAll("#code .insn")].filter((row) => cell(row, ".margin"));

see("functions have samples and margins", reportFunctions.length > 1 &&
	reportFunctions.every((wanted) => isSame(rowOf(wanted[0]), wanted)));
see("some of them stand back, and some do not", count("#functions .chance") > 0 &&
	count("#functions .row:not(.chance)") > 0);
see("the headings say so", one("#functions .head .margin").textContent === "+/-" &&
	one("#functions .head .samples").textContent === "Samples");
rowOf("helper").click();
one("#modes button:nth-child(1)").click();
const insns = reportInstructions.filter(([symbol]) => symbol === "helper");
see("instructions, too", insns.length > 0 && insnRows().length === insns.length &&
	insns.every((wanted) => insnRows().some((row) => isSame(row, wanted) &&
		BigInt("0x" + cell(row, ".address")) === BigInt(wanted[4]))));
see("causes have margins", count("#legend button") > 2 &&
	[...document.querySelectorAll("#legend button")].every((button) =>
		/^\u00b1[0-9.]+%$/.test(cell(button, ".margin"))));
one("#legend button").click();
see("the chosen cause says how many samples it has", /[0-9,]+ samples: [0-9.]+% \+\/- [0-9.]+% of all/.test(
	one("#reason small").textContent));
see("functions have those of that cause then", [...document.querySelectorAll("#functions .row")].every((row) =>
	!cell(row, ".samples") || cell(row, ".number") !== ""));
const chance = [...document.querySelectorAll("#legend .chance")];
chance[0].click();
see("nothing is advised on one of chance", chance.length > 0 && one("#reason p").textContent === "" &&
	one("#reason small").textContent.includes("no more than the chance of few samples"));
