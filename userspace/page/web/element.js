/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * element.js - the base of all pages: their data, and elements
 *
 * Names go into a page by textContent and title only, never as HTML. It is the first part of each
 * page's program.
 */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);

function element(tag, className, text)
{
	const made = document.createElement(tag);

	if (className)
		made.className = className;
	if (text !== undefined)
		made.textContent = text;
	return made;
}

