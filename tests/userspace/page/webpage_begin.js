/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_begin.js - in front of a test's actions on the page: its checks, and hands
 */
"use strict";

const seen = [];
const one = (selector) => document.querySelector(selector);
const count = (selector) => document.querySelectorAll(selector).length;
const see = (name, truth) => seen.push(`${truth ? "yes" : "no"}: ${name}`);

function type(input, text)
{
	input.value = text;
	input.dispatchEvent(new Event("input", { bubbles: true }));
}

function names()
{
	return [...document.querySelectorAll("#functions .name")].map((name) => name.textContent);
}

addEventListener("error", (event) => seen.push("no: " + event.message));

/* A key pressed where the focus is. */
function press(key, more)
{
	document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
		{ key, bubbles: true, cancelable: true, ...more }));
}

/* The function's row in the table. */
function rowOf(name)
{
	return [...document.querySelectorAll("#functions .row")].find((row) =>
		row.querySelector(".name").textContent === name);
}
