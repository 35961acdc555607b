/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_opens.js - every function of the page opens, with code and without, each way
 */
"use strict";

for (const number of [1, 2, 3]) {
	one(`#modes button:nth-child(${number})`).click();
	see(`all open the way ${number}`, names().every((name) => {
		rowOf(name).click();
		return one("#code h2").textContent === name;
	}));
}
see("one of them has no code", data.functions.some((item) => !item.x.length));
