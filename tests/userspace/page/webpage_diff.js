/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_diff.js - checks of the page of a difference
 */
"use strict";

const cells = (column) => [...document.querySelectorAll(`#rows tbody td:nth-child(${column})`)]
	.map((cell) => cell.textContent);
const column = (name) => [...document.querySelectorAll("#rows th")].findIndex((head) =>
	head.textContent === name) + 1;
const frame = (name) => [...document.querySelectorAll(".frame")].find((made) => made.textContent === name);

see("a row for each function", cells(1).length === diff.rows.length);
see("the largest change first", cells(1)[0] === changeText(diff.rows[0].change));
const isChance = (row, index) => [...document.querySelectorAll("#rows tbody tr")][index].className === "chance";
see("what chance leaves", diff.rows.some((row) => row.significant) && diff.rows.some((row) => !row.significant) &&
	diff.rows.every((row, index) => isChance(row, index) === !row.significant &&
		cells(column("+/-"))[index] === cyclesText(row.margin)));
see("why, by signature", count("#why .track") > 0 && one("#why").textContent.includes(
	changeText(reasons(diff.total.stack)[0][1])));
see("a frame for each function", frame("_start") && frame("helper"));
see("that says what it took", frame("all").title.includes(
	`${cyclesText(diff.total.before)} before, ${cyclesText(diff.total.after)} after`));
one("#side").click();
see("its width is that before", one("#of").textContent === diff.unit + " before");
frame("helper").click();
see("a click widens it", frame("helper").style.width === "100%");
frame("all").click();
type(one("#search"), "helper");
see("a search leaves rows", cells(column("Function")).length > 0 &&
	cells(column("Function")).every((name) => name.includes("helper")));
see("and marks frames", frame("helper").classList.contains("found"));
type(one("#search"), "");
one("#rows thead button").click();
see("a click turns the order over", cells(1)[cells(1).length - 1] === changeText(diff.rows[0].change));
diff.rows[0].symbol = `space::table<${"std::allocator<std::pair<int, long> >, ".repeat(60)}int>::order()`;
drawRows();
const longest = [...document.querySelectorAll("#rows td.name")].find((cell) => cell.textContent.length > 1000);
see("a long name has two lines, and all of it as its title", longest.title === longest.textContent &&
	longest.offsetHeight < 60 && longest.offsetHeight > 25);
