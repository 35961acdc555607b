/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_each.js - executions, and cycles of one, beside instructions; annotated has tea
 * annotate's rows of a function: [address, executions, cycles per execution]
 */
"use strict";

const text = (row, name) => row.querySelector(name).textContent;
const insnRows = () => [...document.querySelectorAll("#code .insn")];

rowOf("_start").click();
one("#modes button:nth-child(1)").click();
see("instructions have executions and cycles of each", annotated.length > 4 &&
	annotated.every(([address, executions, each]) => insnRows().some((row) =>
		BigInt("0x" + text(row, ".address")) === BigInt(address) &&
		text(row, ".executions") === (executions ? Math.round(executions).toLocaleString("en-US") : "") &&
		text(row, ".each") === (each ? each.toFixed(2) : ""))));
see("some of them are not empty", insnRows().some((row) => text(row, ".each")));
see("the headings say so", one("#code .head .executions").textContent === "Executions" &&
	one("#code .head .each").textContent === "Cycles/exec");
if (times) {
	go({ i: "0-0" });
	see("an interval has no executions of its own", insnRows().every((row) => !text(row, ".each")));
	go({ i: "" });
}
