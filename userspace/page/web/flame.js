/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flame.js - the flame graph of the page of tea export --to html
 *
 * Width is cycles; a frame hangs below its caller, and a function's own cycles hang below it by
 * category. Frames narrower than a pixel are not drawn: zooming brings them. Keys move from frame
 * to frame; the focused one is remembered over a drawing.
 */
"use strict";

const FLAME_ROW_PIXELS = 19;
const FLAME_LEAST_PIXELS = 1.2;
const FLAME_NAME_PIXELS = 30;

/* A frame: { name, row (of functions; null: a command, a category), parts, self, children,
 * parent, category }. */
let flameRoot = null;
let flameTop = null;			/* the frame that has the whole width */
let flameAt = null;			/* the one that has the keys */

function flameChild(parent, name, row)
{
	const frame = { name, row, parts: 0, self: [], children: [], parent, category: -1 };

	parent.children.push(frame);
	return frame;
}

/* All threads of one command are in one frame. */
function flameCommand(commands, text)
{
	if (!commands.has(text))
		commands.set(text, flameChild(flameRoot, data.texts[text], null));
	return commands.get(text);
}

function flameSignatures(frame)
{
	for (let i = 0; i < frame.self.length; i += STEP) {
		const top = flameChild(frame, data.categories[frame.self[i]][0], null);

		top.category = frame.self[i];
		top.parts = frame.self[i + 1];
	}
}

/* Callers stand in front of their callees, so that sums go from the end to the front. */
function flameBuild()
{
	const commands = new Map(), frames = [], { p, f, t } = data.flame;

	flameRoot = { name: "all", row: null, parts: 0, self: [], children: [], parent: null,
		      category: -1 };
	for (let i = 0; i < p.length; i++) {
		const parent = p[i] < 0 ? flameCommand(commands, -1 - p[i]) : frames[p[i]];
		const frame = flameChild(parent, functions[f[i]].name, functions[f[i]]);

		frame.self = t[i];
		frame.parts = sumOf(t[i], 0);
		frames.push(frame);
	}
	for (let i = p.length - 1; i >= 0; i--) {
		frames[i].parent.parts += frames[i].parts;
		flameSignatures(frames[i]);
	}
	for (const command of commands.values())
		flameRoot.parts += command.parts;
	/* Signatures last, and the largest first. */
	for (const frame of [flameRoot, ...commands.values()].concat(frames))
		frame.children.sort((a, b) => (a.category >= 0) - (b.category >= 0) ||
			b.parts - a.parts);
	flameTop = flameAt = flameRoot;
}

/* An object has always the same colour, warm and pale; a category its own. */
function flameColor(frame)
{
	if (frame.category >= 0)
		return colors[frame.category];
	return !frame.row ? "var(--empty)" :
		`hsl(${(frame.row.item.o * 47 + 25) % 360} 38% var(--flame))`;
}

function flameMatches(frame)
{
	return state.q && frame.row && frame.name.toLowerCase().includes(state.q.toLowerCase());
}

/* Parts in and below frames that have the searched text, each once. */
function flameMatched()
{
	let parts = 0;

	for (let stack = [flameRoot]; stack.length;) {
		const frame = stack.pop();

		if (flameMatches(frame))
			parts += frame.parts;
		else
			stack.push(...frame.children);
	}
	return parts;
}

function flameElement(frame, left, width, depth, pixels)
{
	const made = element("div", "frame", width * pixels > FLAME_NAME_PIXELS ? frame.name : "");

	made.style.left = 100 * left + "%";
	made.style.width = 100 * width + "%";
	made.style.top = depth * FLAME_ROW_PIXELS + "px";
	made.style.background = flameColor(frame);
	made.tabIndex = frame === flameAt ? 0 : -1;
	made.title = [frame.name, frame.row ? frame.row.object : "",
		cyclesText(frame.parts) + ` ${data.unit}, ` + shareText(frame.parts)]
		.filter(Boolean).join("\n");
	if (flameMatches(frame))
		made.classList.add("found");
	if (state.g >= 0 && frame.category >= 0 && frame.category !== state.g)
		made.classList.add("dim");
	made.frame = frame;
	return made;
}

/* Depth first without recursion: chains can be long. */
function flameElements(pixels)
{
	const made = [], left = [];
	let depth = 0;

	for (let frame = flameTop.parent; frame; frame = frame.parent)
		left.unshift(frame);
	for (const frame of left)
		made.push(flameElement(frame, 0, 1, depth++, pixels));
	for (let stack = [[flameTop, 0, 1, depth]]; stack.length;) {
		const [frame, from, width, row] = stack.pop();
		let at = from;

		made.push(flameElement(frame, from, width, row, pixels));
		for (const child of frame.children) {
			const part = width * child.parts / frame.parts;

			if (part * pixels >= FLAME_LEAST_PIXELS)
				stack.push([child, at, part, row + 1]);
			at += part;
		}
		depth = Math.max(depth, row);
	}
	return { made, height: (depth + 1) * FLAME_ROW_PIXELS };
}

function drawFlame()
{
	const box = document.querySelector("#flame .frames");
	const had = box.contains(document.activeElement);

	if (!flameRoot)
		flameBuild();
	document.getElementById("matched").textContent = !state.q ? "" :
		` ${shareText(flameMatched())} of all cycles are in functions with this name, ` +
		"and what they call.";
	const { made, height } = flameElements(box.clientWidth || 1200);

	box.style.height = height + "px";
	box.replaceChildren(...made);
	if (!flameDrawn(flameAt)) {
		flameAt = flameTop;
		flameDrawn(flameTop).tabIndex = 0;
	}
	if (had)
		flameFocus(flameAt);
}

/* The frame's element, if it is drawn. */
function flameDrawn(frame)
{
	return [...document.querySelectorAll("#flame .frame")].find((one) => one.frame === frame);
}

function flameFocus(frame)
{
	const before = flameDrawn(flameAt), now = flameDrawn(frame);

	if (!now)
		return;
	if (before)
		before.tabIndex = -1;
	now.tabIndex = 0;
	flameAt = frame;
	now.focus();
}

/* A frame with the whole width; a category has none below. */
function flameWiden(frame)
{
	if (frame.category >= 0)
		return;
	flameTop = flameAt = frame;
	drawFlame();
}

function flameOpen(frame)
{
	if (frame.row)
		go({ w: "functions", f: frame.row.index });
}

/* Where a key leads from a frame. */
function flameNeighbour(frame, key)
{
	const side = { ArrowLeft: -1, ArrowRight: 1 }[key];
	const beside = side && frame.parent ? frame.parent.children : [];

	if (key === "ArrowDown")
		return frame.children[0];
	return key === "ArrowUp" ? frame.parent : beside[beside.indexOf(frame) + side];
}

function flameKey(event)
{
	const frame = event.target.frame;

	if (!frame)
		return;
	if (event.key === "Enter")
		flameWiden(frame);
	else if (event.key === "o")
		flameOpen(frame);
	else if (event.key === "Escape")
		flameWiden(flameRoot);
	else if (event.key.startsWith("Arrow"))
		flameFocus(flameNeighbour(frame, event.key));
	else
		return;
	event.preventDefault();
}

/* A click gives a frame the whole width; a click on the frames below it takes that back. */
function listenFlame()
{
	const box = document.querySelector("#flame .frames");

	box.addEventListener("click", (event) => {
		const chosen = event.target.closest(".frame");

		if (chosen)
			flameWiden(chosen.frame);
	});
	box.addEventListener("dblclick", (event) => {
		const chosen = event.target.closest(".frame");

		if (chosen)
			flameOpen(chosen.frame);
	});
	box.addEventListener("keydown", flameKey);
	addEventListener("resize", () => {
		if (state.w === "flame")
			drawFlame();
	});
}
