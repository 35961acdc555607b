/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage.js - a reader's actions on the page, for tests/userspace/page/webpage: run behind the
 * page's own program and webpage_begin.js; writes its checks into an element of its own
 */
"use strict";

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

rowOf("helper").click();
see("a click opens a function", one("#code h2").textContent === "helper");
see("it opens by source line, the hottest one unfolded", location.hash === "#f=1" &&
	one('#modes [aria-selected="true"]').textContent === "By source line" && count("#code .insn") > 0);
one("#modes button:nth-child(1)").click();
see("its instructions have addresses", one("#code").textContent.includes("1021a"));
see("a jump's target is a link in its text",
	/^[bj].*, [0-9a-f]+/.test(one("#code .jump").parentNode.textContent) &&
	one("#code .jump").dataset.target !== undefined);
one("#code .jump").click();
see("a jump leads to its target", count("#code .found") >= 1 &&
	one("#code .jump").textContent.includes(one("#code .row.found .address").textContent));
see("an arrow leads there too", count("#code .arrows path.found") >= 2);
rowOf("_start").click();

one("#modes button:nth-child(2)").click();
const unfolded = count("#code .insn");
one("#code .open-able").click();
see("a source line opens or folds", count("#code .insn") !== unfolded && unfolded > 0);
one("#code .open-able").click();
see("and back", count("#code .insn") === unfolded);

type(one("#find"), "subject.S");
see("find marks a row", count("#code .row.found") === 1 &&
	/^1 of [0-9]+$/.test(one("#hits").textContent));
type(one("#find"), "nothing-has-this");
see("or none", count("#code .row.found") === 0 && one("#hits").textContent === "none");
one("#modes button:nth-child(1)").click();
type(one("#find"), "a0");
const hitsBefore = one("#hits").textContent;
one("#find").focus();
press("Enter");
see("Enter goes to the next one", hitsBefore.startsWith("1 of ") &&
	one("#hits").textContent.startsWith("2 of "));
press("Enter", { shiftKey: true });
see("Shift and Enter back", one("#hits").textContent === hitsBefore);
for (const odd of ["\\", "[", "(", ".*", "<", "\u0130", "\ud800", " "]) {
	type(one("#search"), odd);
	type(one("#find"), odd);
}
type(one("#search"), "[");
see("odd characters are searched for as they are", names().length > 0 &&
	names().every((name) => name.startsWith("[")));
type(one("#search"), "");
type(one("#find"), "");

one("#legend button:nth-child(2)").click();
see("a signature tells its reason", !one("#reason").hidden &&
	one("#reason p").textContent.length > 20);
see("and dims the others", count("#total .dim") > 0);
one("#legend button:nth-child(2)").click();
see("and is let go", one("#reason").hidden && !count("#total .dim"));

one("#theme").click();
const theme = document.documentElement.dataset.theme;
one("#theme").click();
see("the theme turns over", theme && theme !== document.documentElement.dataset.theme);
see("and stands in the address",
	location.hash.includes("t=" + document.documentElement.dataset.theme));

one("#functions .rows").focus();
press("Home");
see("Home is the first function", one("#code h2").textContent === names()[0]);
press("ArrowDown");
see("keys move on", one("#code h2").textContent === names()[1]);
press("End");
see("End is the last one", one("#code h2").textContent === names()[names().length - 1]);
rowOf("helper").click();
one("#modes button:nth-child(2)").click();
one("#functions .rows").focus();
press("Enter");
see("Enter goes to the code", document.activeElement === one("#code .rows"));
press("Home");
for (let i = 0; i < 40 && !one("#code .row.found.open-able"); i++)
	press("ArrowDown");
const listed = count("#code .row");
press("Enter");
see("Enter opens or folds a line", count("#code .row") !== listed);
press(" ");
see("a blank too", count("#code .row") === listed);
press("Escape");
see("Escape goes back", document.activeElement === one("#functions .rows"));
press("/");
see("/ searches", document.activeElement === one("#search"));
one("#functions .head button").focus();
press("f");
see("f finds", document.activeElement === one("#find"));
one('#functions [data-key="name"]').focus();
document.activeElement.click();
see("who sorts by keys keeps the heading", document.activeElement.dataset.key === "name");

one("#flames").click();
const frames = count(".frame");
see("the flame graph opens", !one("#flame").hidden && one("main").hidden && frames > 6);
[...document.querySelectorAll(".frame")].find((frame) => frame.textContent === "_start").click();
see("a click widens a frame", count(".frame") < frames);
one(".frame").click();
see("and its root takes it back", count(".frame") === frames);
const top2 = document.querySelector('.frame[tabindex="0"]');
top2.focus();
press("ArrowDown");
see("keys go down the flames", document.activeElement.classList.contains("frame") &&
	document.activeElement !== top2);
press("ArrowDown");
press("Enter");
see("Enter widens", count(".frame") < frames);
press("Escape");
see("Escape shows all", count(".frame") === frames);
press("ArrowDown");
press("ArrowDown");
const under = document.activeElement.textContent;
press("o");
see("o opens the function", !one("main").hidden && one("#code h2").textContent === under);
