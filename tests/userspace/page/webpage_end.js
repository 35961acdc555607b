/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_end.js - behind a test's actions on the page: an element with its checks
 */
"use strict";

const result = document.createElement("pre");
result.id = "result";
result.textContent = seen.join("\n");
document.body.append(result);
