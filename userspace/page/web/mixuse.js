/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixuse.js - the controls of the instruction mix: keys, source, and filters
 *
 * A click on a row makes it a filter, and the next key shows its details; filters stand above the
 * table, and are removed there.
 */
"use strict";

/* The next key for a row of each key. */
const mixNext = { mnemonic: "function", extension: "mnemonic", class: "mnemonic", packing: "extension",
		  memory: "operand-size", "operand-size": "mnemonic", operands: "mnemonic", masked: "mnemonic",
		  sew: "lmul", lmul: "mnemonic",
		  privilege: "object", object: "function", thread: "function", function: "block",
		  block: "mnemonic", line: "mnemonic" };
const mixSourceTexts = {
	hbbp: "short blocks by branch records, long ones by samples", ctr: "branch records alone",
	ebs: "samples of instructions alone", exact: "counted",
};

function mixSelect(id, names, chosen)
{
	const select = document.getElementById(id);

	select.replaceChildren(...names.map(([value, text]) => {
		const option = element("option", "", text);

		option.value = value;
		option.selected = value === chosen;
		return option;
	}));
	select.parentElement.hidden = names.length < 2;
}

function drawMixControls()
{
	const box = document.getElementById("where");

	mixSelect("by", mixKeys.map((key) => [key, key]), state.b);
	mixSelect("across", [["", "nothing"], ...mixKeys.filter((key) => key !== state.b).map((key) => [key, key])],
		state.a);
	mixSelect("source", mixSources.map((source) => [source, source]), state.o || mix.source);
	document.getElementById("source").title = mixSourceTexts[state.o || mix.source];
	box.replaceChildren(...state.n.map(([key, text], index) => {
		const button = element("button", "", `${key} ${text} \u00d7`);

		button.type = "button";
		button.title = `only this ${key}; a click lets it go`;
		button.addEventListener("click", () => go({ n: state.n.filter((_, at) => at !== index) }));
		return button;
	}));
}

function drawMixFacts()
{
	const [instructions, taken] = mix.samples, source = state.o || mix.source;
	const counted = mixFolded.rows.length, listed = mixShown.filter((row) => row !== mixFolded.all).length;

	document.querySelector("#mix h2").textContent = mixNumber(mixFolded.all.parts) + " executions";
	document.getElementById("origin").textContent = source === "exact" ? "each counted" :
		[instructions ? instructions.toLocaleString("en-US") + " samples of instructions" : "",
		 taken ? taken.toLocaleString("en-US") + " of taken branches" : ""].filter(Boolean).join(", ") +
		": " + mixSourceTexts[source];
	document.getElementById("listed").textContent = !state.q ?
		counted.toLocaleString("en-US") + (counted === 1 ? " row" : " rows") :
		`${listed.toLocaleString("en-US")} of ${counted.toLocaleString("en-US")} rows, ${mixShare(mixShown.found)}`;
}

function drawMix(keep)
{
	const head = document.querySelector("#mix .head");
	const had = head.contains(document.activeElement) ? document.activeElement.dataset.key : "";

	mixFoldState();
	mixColumns.largest = mixColumns.reduce((most, column) => mixFolded.rows.reduce((more, row) =>
		Math.max(more, mixCell(row, column)), most), 0);
	drawMixControls();
	drawMixFacts();
	head.replaceChildren(...mixHead());
	/* The head is new; focus returns to the column that had it. */
	for (const cell of head.children)
		if (had && cell.dataset.key === had)
			cell.focus();
	mixList.show(mixShown.length, keep);
	if (!mixShown.length)
		mixBox.append(element("div", "none", "No row has this in its name."));
}

/* Filters by the row, and goes on to the next key. */
function mixNarrow(row)
{
	const taken = [...state.n.map(([key]) => key), state.b];
	const next = [mixNext[state.b], "mnemonic", "function", "block"].find((key) => !taken.includes(key)) || "line";

	if (!row || row === mixFolded.all)
		return;
	mixAt = "";
	document.getElementById("search").value = "";
	go({ n: [...state.n, [state.b, row.text]], b: next, a: state.a === next ? "" : state.a, m: "", d: false,
	     q: "" });
}

/* The code of a row of a function, a block or a line, if the page has it. */
function mixOpen(row)
{
	const { ids, texts } = mixValues(state.b), id = texts.indexOf(row ? row.text : "");
	const item = mixPlaces.includes(state.b) ? ids.indexOf(id) : -1;
	const name = item < 0 ? "" : mixValues("function").texts[mixValues("function").ids[item]];
	const object = item < 0 ? "" : mixValues("object").texts[mixValues("object").ids[item]];
	const found = functions.find((candidate) => candidate.name === name &&
		baseName(candidate.object) === object);

	if (!row || id < 0 || !found)
		return;
	go({ w: "functions", f: found.index });
	if (state.b === "block" && row.text.startsWith(name + "+0x")) {
		const offset = code.offsets.indexOf(parseInt(row.text.slice(name.length + 3), 16));

		if (offset >= 0)
			showInsn(offset);
	}
}

function mixKey(event)
{
	const at = mixShown.findIndex((row) => row.text === mixAt), to = mixList.step(event.key, at);

	if (to !== undefined && mixShown[to]) {
		mixAt = mixShown[to].text;
		mixList.reveal(to, true);
	} else if (event.key === "Enter") {
		mixNarrow(mixShown[at]);
	} else if (event.key === "o") {
		mixOpen(mixShown[at]);
	} else if (event.key === "Escape" && state.n.length) {
		go({ n: state.n.slice(0, -1), b: state.n[state.n.length - 1][0] });
	} else {
		return;
	}
	event.preventDefault();
}

function listenMix()
{
	const show = document.getElementById("mixes");

	if (!mix)
		return;
	show.hidden = !functions.length;
	show.addEventListener("click", () => go({ w: state.w === "mix" ? "functions" : "mix" }));
	for (const [id, key] of [["by", "b"], ["across", "a"], ["source", "o"]])
		document.getElementById(id).addEventListener("change", (event) => {
			const value = event.target.value;

			go({ [key]: value, m: "", d: false, ...(key === "b" && state.a === value ? { a: "" } : {}) });
		});
	document.querySelector("#mix .head").addEventListener("click", (event) => {
		const cell = event.target.closest("button"), key = cell ? cell.dataset.key : "";

		if (key)
			go({ m: key === "parts" ? "" : key, d: (state.m || "parts") === key ? !state.d : false });
	});
	mixBox.addEventListener("click", (event) => {
		const row = event.target.closest(".row");

		if (row)
			mixNarrow(mixShown[Number(row.dataset.at)]);
	});
	mixBox.addEventListener("keydown", mixKey);
	addEventListener("resize", () => state.w === "mix" && drawMix(true));
}
