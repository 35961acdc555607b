/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_windows.js - checks of the margins of a run that was modelled in windows: they are those of
 * tea report, and nothing is said of samples; functions and instructions as for webpage_chance.js
 */
"use strict";

const cell = (row, name) => row.querySelector(name) ? row.querySelector(name).textContent : "";
const near = (text, share) => Math.abs(parseFloat(text) - 100 * share) < 0.0051;
const isSame = (row, [, share, margin]) => row && near(cell(row, ".number"), share) &&
	near(cell(row, ".margin"), margin) && row.classList.contains("chance") === margin >= share;
const insnRows = () => [...document.querySelectorAll("#code .insn")].filter((row) => cell(row, ".margin"));

see("functions have margins", reportFunctions.length > 1 &&
	reportFunctions.every((wanted) => isSame(rowOf(wanted[0]), wanted)));
see("one of them stands back", count("#functions .chance") === 1 && count("#functions .row:not(.chance)") === 2);
see("nothing is said of samples", count(".samples") === 0 && !document.body.innerText.includes("sample "));
see("the head has the margin of all", /\+\/- 4\.00% by 48 windows/.test(one("header").textContent));
rowOf("_start").click();
one("#modes button:nth-child(1)").click();
const insns = reportInstructions.filter(([symbol]) => symbol === "_start");
see("instructions have margins, too", insns.length > 1 && insnRows().length === insns.length &&
	insns.every((wanted) => insnRows().some((row) => isSame(row, wanted) &&
		BigInt("0x" + cell(row, ".address")) === BigInt(wanted[4]))));
see("causes have margins", count("#legend button") > 2 && reportPieces.every(([name, margin]) =>
	[...document.querySelectorAll("#legend button")].some((button) => button.textContent.startsWith(name) &&
		near(cell(button, ".margin").slice(1), margin))));
document.querySelector("#legend .chance").click();
see("nothing is advised on one of chance", one("#reason p").textContent === "" &&
	one("#reason small").textContent.includes("no more than the chance of few windows"));
