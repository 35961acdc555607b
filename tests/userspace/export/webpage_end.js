/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_end.js - behind what a test did with the page: an element with what it saw
 */
"use strict";

const result = document.createElement("pre");
result.id = "result";
result.textContent = seen.join("\n");
document.body.append(result);
