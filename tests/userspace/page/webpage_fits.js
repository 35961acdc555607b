/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_fits.js - no part of the page is wider than its window, except boxes that scroll on their
 * own
 */
"use strict";

const wide = [...document.querySelectorAll("body *")].filter((part) =>
	!part.closest(".rows, .stack") && part.getBoundingClientRect().right > innerWidth + 1);

see("nothing is wider than the window", !wide.length && one("#code .row").clientWidth > 200);
