/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page.js - the head of the page, its state, and how it begins
 *
 * The state stands in the address (#f=0&v=lines&q=text), so that a view can be linked to.
 */
"use strict";

function addFact(box, text, title)
{
	const fact = element("span", "", text);

	fact.title = title || "";
	box.append(fact);
}

function drawFacts()
{
	const box = document.getElementById("facts");
	const settings = data.settings.map((pair) => pair.join("=")).join(" ");

	document.title = "TEA: " + data.path;
	document.getElementById("unit").textContent = data.unit;
	box.append(element("b", "", functions.length || !mix ? cyclesText(total) + " " + data.unit :
		"instruction mix"));
	if (data.groups)
		addFact(box, "+/- " + totalMarginText() + " by " + data.windows.toLocaleString("en-US") + " " + drawn);
	if (data.command)
		addFact(box, data.command);
	if (data.selection)
		addFact(box, "only " + data.selection);
	if (data.host)
		addFact(box, [data.host, data.release, data.arch].filter(Boolean).join(" "),
			settings);
	if (data.samples && functions.length)
		addFact(box, data.samples.toLocaleString("en-US") + " samples" + (data.period ?
			", each " + data.period.toLocaleString("en-US") + " cycles" : ""));
	addFact(box, data.lost ? data.lost.toLocaleString("en-US") + " lost" : "none lost");
	if (data.states.length)
		addFact(box, data.states.map((commit) => commit[0] + " " + shareText(commit[2])).join("  "),
			data.states.map((commit) => commit[0] + ": " + commit[1]).join("\n"));
}

function explain(category)
{
	const [name, , title, meaning] = category, known = new Map(data.events);

	const events = name.split("+").filter((event) => known.has(event));

	return [title ? name + ": " + title : name, ...(meaning ? [meaning] : []), "",
		...events.map((event) => event + ": " + known.get(event)),
		"click: functions by this " + data.kind].join("\n");
}

/* All cycles; for the chosen category its meaning and its remedy. */
function drawReason()
{
	const box = document.getElementById("reason"), chosen = data.categories[state.g];

	document.getElementById("total").replaceChildren(barOf(data.categories.flatMap(
		(category, index) => [index, category[1], ...category.slice(CATEGORY_SAMPLES)]), 0, total));
	box.hidden = !chosen;
	if (!chosen)
		return;

	const weight = weightOfCategory(chosen);

	box.querySelector("b").textContent = chosen[0] + (chosen[2] ? ": " + chosen[2] : "") + ".";
	box.querySelector("span").textContent = chosen[3] || "";
	box.querySelector("small").textContent = chanceText(weight).join("; ");
	/* Nothing is advised where nothing is known. */
	box.querySelector("p").textContent = hides(weight) ? "" : chosen[4] || "";
}

function drawLegend()
{
	const box = document.getElementById("legend");

	box.setAttribute("aria-label", data.kinds);
	box.replaceChildren(...data.categories.map((category, index) => {
		const weight = weightOfCategory(category), mark = element("i");
		const button = element("button", hides(weight) || !weight.parts ? "chance" : "");

		button.type = "button";
		mark.style.background = colors[index];
		button.append(mark, category[0], element("small", "", shareText(category[1])));
		if (sampled && weight.parts)
			button.append(element("small", "margin", "\u00b1" + marginText(weight)));
		button.title = [...chanceText(weight), explain(category)].join("\n");
		button.setAttribute("aria-pressed", index === state.g);
		button.addEventListener("click", () => go({ g: index === state.g ? -1 : index,
							    s: "cycles", r: false }));
		return button;
	}));
}

function drawNotes()
{
	const box = document.getElementById("notes");
	const notes = [...new Set([...data.notes, ...(mix ? mix.notes : [])])];

	if (!notes.length)
		return;
	box.hidden = false;
	box.querySelector("summary").textContent = notes.length === 1 ? "1 note" : notes.length + " notes";
	box.querySelector("ul").append(...notes.map((note) => element("li", "", note)));
}

const darkness = matchMedia("(prefers-color-scheme: dark)");

/* As the machine has it, where nothing was chosen. */
function drawTheme()
{
	document.documentElement.dataset.theme = state.t || (darkness.matches ? "dark" : "light");
}

function switchTheme()
{
	state.t = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
	writeAddress();
	drawTheme();
}

/* The functions, the flame graph or the mix; the last has nothing to do with cycles. */
function drawView(keep)
{
	const flame = state.w === "flame", pivot = state.w === "mix", variables = state.w === "data";
	const search = document.getElementById("search"), rows = pivot || variables;

	document.body.dataset.view = state.w;
	document.querySelector("main").hidden = flame || rows;
	document.getElementById("variables").hidden = !variables;
	document.getElementById("datas").setAttribute("aria-pressed", variables);
	document.getElementById("flame").hidden = !flame;
	document.getElementById("mix").hidden = !pivot;
	document.getElementById("flames").setAttribute("aria-pressed", flame);
	document.getElementById("mixes").setAttribute("aria-pressed", pivot);
	search.placeholder = rows ? "Search rows  ( / )" : "Search functions, objects, files  ( / )";
	search.setAttribute("aria-label", rows ? "Search rows" : "Search functions, objects and files");
	if (flame)
		drawFlame();
	if (pivot)
		drawMix(keep);
	if (variables)
		drawVariables(keep);
}

/* The mix's keys, filters and order, as go() sets them. */
function readMixAddress(wanted)
{
	const key = (name, other) => mixKeys.includes(wanted.get(name)) ? wanted.get(name) : other;

	state.b = key("b", "mnemonic");
	state.a = key("a", "");
	state.n = wanted.getAll("n").map((word) => [word.slice(0, word.indexOf("=")),
						    word.slice(word.indexOf("=") + 1)])
		.filter(([name]) => mixKeys.includes(name));
	state.m = wanted.get("m") || "";
	state.d = wanted.get("d") === "1";
	state.o = mixSources.includes(wanted.get("o")) ? wanted.get("o") : "";
}

function readAddress()
{
	const wanted = new URLSearchParams(location.hash.slice(1));
	const row = Number(wanted.get("f"));

	state.w = mix && (wanted.get("w") === "mix" || !functions.length) ? "mix" :
		wanted.get("w") === "flame" || (data.data && wanted.get("w") === "data") ? wanted.get("w") :
		"functions";
	state.l = variableKinds.includes(wanted.get("l")) ? wanted.get("l") : "variables";
	readMixAddress(wanted);
	state.f = functions[row] ? row : 0;
	/* An address written by hand has "+", which means a blank there. */
	state.g = data.categories.findIndex((category) =>
		category[0] === (wanted.get("g") || "").replaceAll(" ", "+"));
	state.v = rowsOf[wanted.get("v")] ? wanted.get("v") : "";
	state.s = columns.some((column) => column.key === wanted.get("s")) ? wanted.get("s") :
		"cycles";
	state.r = wanted.get("r") === "1";
	state.q = wanted.get("q") || "";
	state.i = state.w === "data" ? "" : wanted.get("i") || "";
	state.t = ["dark", "light"].includes(wanted.get("t")) ? wanted.get("t") : "";
}

/* Leaves out the parts of the state that are as at the beginning. */
function writeAddress()
{
	const words = new URLSearchParams({ f: state.f });

	for (const [key, value] of [["w", state.w === "functions" ? "" : state.w], ["v", state.v],
				    ["s", state.s === "cycles" ? "" : state.s],
				    ["r", state.r ? "1" : ""], ["q", state.q], ["t", state.t], ["i", state.i],
				    ["g", state.g < 0 ? "" : data.categories[state.g][0]],
				    ["l", state.l === "variables" ? "" : state.l],
				    ["b", state.b === "mnemonic" ? "" : state.b], ["a", state.a],
				    ["m", state.m], ["d", state.d ? "1" : ""], ["o", state.o]])
		if (value)
			words.set(key, value);
	for (const condition of state.n)
		words.append("n", condition.join("="));
	history.replaceState(null, "", "#" + words);
}

function go(change)
{
	const another = change.f !== undefined && change.f !== state.f;

	Object.assign(state, change);
	writeAddress();
	if (change.i !== undefined)
		foldTimes();
	drawTimes();
	drawLegend();
	drawReason();
	drawFunctions(change.s === undefined && change.q === undefined);
	drawView(["b", "a", "n", "m", "o", "q", "w", "l"].every((key) => change[key] === undefined));
	if (another || change.v !== undefined || change.w !== undefined || change.i !== undefined)
		drawFunction();
	else
		codeList.draw();
}

/* Keys in the table of functions choose the next one, in its code the row looked at. */
function functionKey(event)
{
	const at = shown.findIndex((row) => row.index === state.f);
	const to = functionList.step(event.key, at);

	if (event.key === "Enter")
		codeBox.focus();
	if (to === undefined || !shown[to])
		return;
	event.preventDefault();
	go({ f: shown[to].index });
	functionList.reveal(to, true);
}

function codeKey(event)
{
	const first = Math.ceil(codeBox.scrollTop / ROW_PIXELS);
	const to = codeList.step(event.key, found < 0 ? first - 1 : found);

	if (to !== undefined && codeRows.length)
		showRow(to, true);
	else if (event.key === "Enter" || event.key === " ")
		useRow(found);
	else if (event.key === "Escape")
		functionBox.focus();
	else
		return;
	event.preventDefault();
}

function listenSearch()
{
	const search = document.getElementById("search"), find = document.getElementById("find");

	search.value = state.q;
	search.addEventListener("input", () => go({ q: search.value }));
	search.addEventListener("keydown", (event) => {
		if (event.key === "Enter" || event.key === "ArrowDown")
			(state.w === "mix" ? mixBox : state.w === "data" ? variableBox : functionBox).focus();
	});
	find.addEventListener("input", () => findText(find.value));
	find.addEventListener("keydown", (event) => {
		if (event.key === "Enter")
			findNext(event.shiftKey ? -1 : 1);
	});
	document.addEventListener("keydown", (event) => {
		if (event.target.closest("input") || event.ctrlKey || event.altKey || event.metaKey)
			return;
		if (event.key === "/" || event.key === "f") {
			event.preventDefault();
			(event.key === "/" ? search : find).focus();
		}
	});
}

function listenLists()
{
	document.querySelector("#functions .head").addEventListener("click", (event) => {
		const key = event.target.dataset.key;

		if (key)
			go({ s: key, r: state.s === key ? !state.r : false });
	});
	functionBox.addEventListener("click", (event) => {
		const row = event.target.closest(".row");

		if (row)
			go({ f: Number(row.dataset.index) });
	});
	functionBox.addEventListener("keydown", functionKey);
	codeBox.addEventListener("keydown", codeKey);
	codeBox.addEventListener("click", (event) => {
		const row = event.target.closest(".row"), target = event.target.dataset.target;

		if (target !== undefined)
			showInsn(Number(target));
		else if (row && row.dataset.key)
			useRow(Number(row.dataset.at));
	});
}

function listen()
{
	listenSearch();
	listenLists();
	listenFlame();
	listenTimes();
	listenMix();
	document.getElementById("theme").addEventListener("click", switchTheme);
	darkness.addEventListener("change", drawTheme);
	document.getElementById("datas").hidden = !data.data;
	document.getElementById("datas").addEventListener("click", () =>
		go(state.w === "data" ? { w: "functions" } : { w: "data", i: "" }));
	document.getElementById("flames").hidden = !functions.length;
	document.getElementById("flames").addEventListener("click", () =>
		go({ w: state.w === "flame" ? "functions" : "flame" }));
	addEventListener("hashchange", () => {
		readAddress();
		foldTimes();
		document.getElementById("search").value = state.q;
		drawAll();
	});
}

function drawAll()
{
	drawTheme();
	drawTimes();
	drawLegend();
	drawReason();
	drawView(false);
	drawFunctions(false);
	drawFunction();
}

readAddress();
drawFacts();
drawNotes();
listen();
if (state.i)
	foldTimes();
drawAll();
document.documentElement.dataset.ready = Math.round(performance.now());
