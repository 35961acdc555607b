/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage.js - what a person does with the page, for tests/cli/webpage: run behind the
 * page's own program; says what it saw in an element of its own
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

const all = count("#functions .row");

type(one("#search"), "helper");
see("search leaves one function", count("#functions .row") === 1 && names()[0] === "helper");
see("the address has it", location.hash.includes("q=helper"));
type(one("#search"), "");
see("an empty search leaves all", count("#functions .row") === all && all > 2);

one('#functions [data-key="name"]').click();
see("a heading sorts", names().join() === [...names()].sort().join());
one('#functions [data-key="name"]').click();
see("and again the other way", names().join() === [...names()].sort().reverse().join());
one('#functions [data-key="cycles"]').click();

[...document.querySelectorAll("#functions .row")].find((row) =>
	row.querySelector(".name").textContent === "helper").click();
see("a click opens a function", one("#code h2").textContent === "helper");
see("its instructions have addresses", one("#code").textContent.includes("1021a"));
one("#code .jump").click();
see("a jump leads to its target", count("#code .found") === 1 &&
	one("#code .jump").textContent.includes(one("#code .found .weak").textContent));
[...document.querySelectorAll("#functions .row")].find((row) =>
	row.querySelector(".name").textContent === "_start").click();

one("#modes button:nth-child(2)").click();
const folded = count("#code .insn");
one("#code .open-able").click();
see("a source line opens", folded === 0 && count("#code .insn") > 0);
one("#code .open-able").click();
see("and closes", count("#code .insn") === 0);

type(one("#find"), "subject.S");
see("find marks a row", count("#code .found") === 1);
type(one("#find"), "nothing-has-this");
see("or none", count("#code .found") === 0);

one("#legend button:nth-child(2)").click();
see("a signature tells its reason", !one("#reason").hidden && one("#reason p").textContent.length > 20);
see("and dims the others", count("#total .dim") > 0);
one("#legend button:nth-child(2)").click();
see("and is let go", one("#reason").hidden && !count("#total .dim"));

one("#theme").click();
const theme = document.documentElement.dataset.theme;
one("#theme").click();
see("the theme turns over", theme && theme !== document.documentElement.dataset.theme);

one("#functions .rows").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
see("keys move on", one("#code h2").textContent !== "_start");

one("#flames").click();
const frames = count(".frame");
see("the flame graph opens", !one("#flame").hidden && one("main").hidden && frames > 6);
[...document.querySelectorAll(".frame")].find((frame) => frame.textContent === "_start").click();
see("a click widens a frame", count(".frame") < frames);
one(".frame").click();
see("and its root takes it back", count(".frame") === frames);
one("#flames").click();
see("and back to the functions", !one("main").hidden);

const result = document.createElement("pre");
result.id = "result";
result.textContent = seen.join("\n");
document.body.append(result);
