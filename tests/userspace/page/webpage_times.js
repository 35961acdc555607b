/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * webpage_times.js - an interval chosen in the strip, by keys and by the pointer
 */
"use strict";

const strip = one("#times"), all = total;
const ofFunctions = () => data.functions.reduce((sum, item) => sum + sumOf(item.t, 0), 0);
const ofCode = () => data.functions.reduce((sum, item) => sum +
	item.k.reduce((part, stack) => part + sumOf(stack, 1), 0), 0);
const ofFlame = () => data.flame.t.reduce((sum, stack) => sum + sumOf(stack, 0), 0);
const isTotal = (wanted) => [total, ofFunctions(), ofCode(), ofFlame()].every((sum) => sum === wanted);

function dragSpans(from, to)
{
	const box = strip.getBoundingClientRect();
	const at = (span) => box.left + box.width * (span + 0.5) / spans.length;

	strip.setPointerCapture = () => {};
	strip.dispatchEvent(new PointerEvent("pointerdown", { clientX: at(from), bubbles: true }));
	strip.dispatchEvent(new PointerEvent("pointerup", { clientX: at(to), bubbles: true }));
}

see("a bar for each span", count("#times > div") === spans.length && spans.length > 1);
see("which add up to all", spans.reduce((sum, span) => sum + sumOfSpan(span), 0) === all);
see("everything adds up to all", isTotal(all));
const samplesOf = () => data.categories.reduce((sum, category) => sum + category[CATEGORY_SAMPLES], 0);
const samplesOfFunctions = () => data.functions.reduce((sum, item) => sum + weightOf(item.t, 0, -1).samples, 0);
const samples = samplesOf(), squares = data.categories.map((category) => category[CATEGORY_SAMPLES + 1]).join();
see("samples do, too", samples > 0 && samplesOfFunctions() === samples);
strip.focus();
press("ArrowRight");
see("an arrow chooses the first span", location.hash.includes("i=0-0"));
see("and all of the page is of that", isTotal(sumOfSpan(spans[0])) && total > 0 && total < all);
see("the command says the same", one("#interval").textContent.startsWith("--time "));
see("and its samples", samplesOf() > 0 && samplesOf() < samples && samplesOfFunctions() === samplesOf());
press("ArrowRight", { shiftKey: true });
see("with shift it grows", location.hash.includes("i=0-1") &&
	isTotal(sumOfSpan(spans[0]) + sumOfSpan(spans[1])));
press("Escape");
see("escape gives the weights back", samplesOf() === samples && samplesOfFunctions() === samples &&
	squares === data.categories.map((category) => category[CATEGORY_SAMPLES + 1]).join());
see("escape gives all back", isTotal(all) && !location.hash.includes("i="));
dragSpans(spans.length - 1, 1);
see("a pointer chooses, from either end", location.hash.includes("i=1-" + (spans.length - 1)) &&
	isTotal(all - sumOfSpan(spans[0])));
one("#flames").click();
see("in the flame graph too", flameRoot.parts === total);
one("#all-times").click();
see("a button gives all back", isTotal(all) && flameRoot.parts === all);
