/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_mixfits.js - no part of the instruction mix is wider than its window, with columns and without
 */
"use strict";

const isWide = () => [...document.querySelectorAll("body *")].some((part) =>
	part.getBoundingClientRect().right > innerWidth + 1);

go({ w: "mix", b: "mnemonic", a: "" });
see("the mix is no wider than the window", !isWide() && count("#mix .row") > 2);
go({ b: "block", a: "mnemonic" });
see("nor is it across", !isWide() && count("#mix .head .cell") > 0);
go({ b: "function", a: "", n: [["mnemonic", "bnez"], ["class", "branch"]] });
see("nor with what it is narrowed to", !isWide() && count("#where button") === 2);
