/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diff.js - the changes: by category, as a flame graph, and by row
 *
 * diffpage.h describes the data.
 */

const darkness = matchMedia("(prefers-color-scheme: dark)");
const ROW_PIXELS = 19;
const LEAST_PIXELS = 1.2;
const NAME_PIXELS = 30;
const { diff, colors } = data;
const sampled = diff.rows.some((row) => row.margin !== null);
const columns = [
	{ name: "Change", number: true, value: (row) => row.change, text: (row) => changeText(row.change) },
	{ name: "Relative", spare: true, number: true, value: (row) => row.relative === null ? Infinity : row.relative,
	  text: (row) => relativeText(row) },
	...(sampled ? [{ name: "+/-", number: true, value: (row) => row.margin || 0,
			 text: (row) => row.margin === null ? "" : cyclesText(row.margin),
			 title: "what chance leaves, at 95% of all rows at once; rows that changed by " +
				"no more stand back" }] : []),
	{ name: "Before", spare: true, number: true, value: (row) => row.before, text: (row) => cyclesText(row.before) },
	{ name: "After", spare: true, number: true, value: (row) => row.after, text: (row) => cyclesText(row.after) },
	{ name: "Object", spare: true, value: (row) => row.object || "", text: (row) => baseName(row.object || "") },
	{ name: "Function", kind: "name", value: nameOf, text: nameOf },
	{ name: "Why", kind: "weak why", value: (row) => reasonTexts(row).join(), text: reasonTexts },
];
let theme = "", search = "", sorted = 0, reversed = false;
let side = 1;			/* whose cycles are the width of frames: 0 before, 1 after */
let root = null, widest = null;

function baseName(path)
{
	return path.startsWith("[") ? path : path.slice(path.lastIndexOf("/") + 1);
}

function cyclesText(cycles)
{
	return Math.round(cycles).toLocaleString("en-US");
}

function changeText(change)
{
	return (change > 0 ? "+" : "") + cyclesText(change);
}

function relativeText(row)
{
	if (row.relative === null)
		return row.after > 0 ? "new" : "";
	return row.after > 0 ? (row.relative > 0 ? "+" : "") + (100 * row.relative).toFixed(2) + "%" : "gone";
}

function nameOf(row)
{
	if (row.by === "rest")
		return "the rest";
	return (row.symbol || baseName(row.object)) + (row.by === "function" && row.symbol ? "" :
		row.by === "line" && row.file ? " " + baseName(row.file) + ":" + row.line :
		"+0x" + row.offset.toString(16));
}

/* Categories of a row, the largest change first. */
function reasons(stack)
{
	return Object.entries(stack || {}).filter(([, change]) => Math.abs(change) >= 0.5)
		.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
}

function reasonTexts(row)
{
	return reasons(row.stack).slice(0, 3).map(([name, change]) => name + " " + changeText(change));
}

function drawFacts()
{
	const box = document.getElementById("facts"), { total, files } = diff;

	document.title = "TEA: " + files.map(baseName).join(" and ");
	box.append(element("b", total.change > 0 ? "more" : "less", relativeText(total) || "no change"));
	box.append(element("span", "", files[0] + ": " + cyclesText(total.before) + " " + diff.unit));
	box.append(element("span", "", files[1] + ": " + cyclesText(total.after) + " " + diff.unit));
	(diff.partial || []).forEach((why, side) => why && box.append(element("span", "", files[side] + ": " + why)));
	for (const { before, after } of diff.objects.filter(pair => baseName(pair.before) !== baseName(pair.after)))
		box.append(element("span", "", before + " is compared with " + after));
	if (diff.normalized)
		box.append(element("span", "", "before scaled to after"));
	if (diff.filter)
		box.append(element("span", "", "only " + diff.filter));
}

/* A bar to the left is less, one to the right more. */
function drawWhy()
{
	const shown = reasons(diff.total.stack).slice(0, 12);
	const most = Math.max(1, ...shown.map(([, change]) => Math.abs(change)));

	document.getElementById("why").replaceChildren(...shown.flatMap(([name, change]) => {
		const track = element("div", "track"), bar = element("span");
		const width = 50 * Math.abs(change) / most;

		bar.style.background = colors[name];
		bar.style.width = width + "%";
		bar.style.left = (change < 0 ? 50 - width : 50) + "%";
		track.append(bar);
		return [element("span", "", name), track,
			element("span", "number " + (change > 0 ? "more" : "less"), changeText(change))];
	}));
}

function isFound(text)
{
	return search && text.toLowerCase().includes(search.toLowerCase());
}

function kindOf(column)
{
	return [column.number ? "number" : column.kind || "weak", column.spare ? "spare" : ""].join(" ");
}

/* Each of several texts stays in one line; of a name there are two lines, and all of it as its title. */
function cellOf(column, row, tone)
{
	const cell = element("td", kindOf(column) + " " + tone), text = column.text(row);

	if (Array.isArray(text))
		cell.append(...text.flatMap((part) => [element("span", "", part), "  "]));
	else if (column.kind === "name")
		cell.append(element("div", "", text));
	else
		cell.textContent = text;
	if (column.kind === "name")
		cell.title = text;
	return cell;
}

function drawRows()
{
	const { value } = columns[sorted];
	const rows = diff.rows.filter((row) => !search || isFound(nameOf(row) + " " + (row.object || "")));
	/* Amounts by their size first, names from the front. */
	const order = columns[sorted].number ? (a, b) => Math.abs(value(b)) - Math.abs(value(a)) :
		(a, b) => value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0;

	rows.sort(reversed ? (a, b) => order(b, a) : order);
	document.querySelector("#rows tbody").replaceChildren(...rows.map((row) => {
		const line = element("tr", row.significant === false ? "chance" : "");

		columns.forEach((column, index) => {
			const tone = index < 2 && Math.abs(row.change) >= 0.5 ?
				row.change > 0 ? "more" : "less" : "";

			line.append(cellOf(column, row, tone));
		});
		return line;
	}));
}

function drawHead()
{
	const line = element("tr");

	columns.forEach((column, index) => {
		const cell = element("th", kindOf(column)), button = element("button", "", column.name);

		button.type = "button";
		button.title = column.title || "";
		button.addEventListener("click", () => {
			reversed = sorted === index && !reversed;
			sorted = index;
			drawRows();
		});
		cell.append(button);
		line.append(cell);
	});
	document.querySelector("#rows thead").replaceChildren(line);
}

/* Frames below their callers, which stand before them in the data. */
function buildFlame()
{
	const frames = [];

	root = widest = { name: "all", object: null, cycles: [0, 0], children: [], parent: null };
	for (const [parent, name, object, before, after] of data.flame) {
		const frame = { name, object, cycles: [before, after], children: [],
				parent: parent < 0 ? root : frames[parent] };

		frame.parent.children.push(frame);
		frames.push(frame);
	}
	for (const frame of frames.reverse())
		for (const which of [0, 1])
			frame.parent.cycles[which] += frame.cycles[which];
}

/* White is unchanged; twice or half as much is as red or blue as it gets. */
function frameColor({ cycles: [before, after] })
{
	const ratio = Math.log2((after + 1) / (before + 1)), strength = Math.min(1, Math.abs(ratio));

	return `hsl(${ratio > 0 ? 8 : 212} ${Math.round(85 * strength)}% ${Math.round(93 - 22 * strength)}%)`;
}

function frameElement(frame, left, width, depth, pixels)
{
	const made = element("div", "frame", width * pixels > NAME_PIXELS ? frame.name : "");
	const [before, after] = frame.cycles;

	made.style.left = 100 * left + "%";
	made.style.width = 100 * width + "%";
	made.style.top = depth * ROW_PIXELS + "px";
	made.style.background = frameColor(frame);
	made.tabIndex = 0;
	made.title = [frame.name, frame.object, cyclesText(before) + " before, " + cyclesText(after) + " after: " +
		changeText(after - before)].filter(Boolean).join("\n");
	made.classList.toggle("found", isFound(frame.name));
	made.frame = frame;
	return made;
}

/* Depth first without recursion: chains can be long. */
function drawFlame()
{
	const box = document.getElementById("frames"), pixels = box.clientWidth || 1100;
	const made = [], left = [];
	let depth = 0;

	for (let frame = widest.parent; frame; frame = frame.parent)
		left.unshift(frame);
	for (const frame of left)
		made.push(frameElement(frame, 0, 1, depth++, pixels));
	for (const stack = [[widest, 0, 1, depth]]; stack.length;) {
		const [frame, from, width, row] = stack.pop();
		let at = from;

		made.push(frameElement(frame, from, width, row, pixels));
		for (const child of [...frame.children].sort((a, b) => b.cycles[side] - a.cycles[side])) {
			const part = frame.cycles[side] ? width * child.cycles[side] / frame.cycles[side] : 0;

			if (part * pixels >= LEAST_PIXELS)
				stack.push([child, at, part, row + 1]);
			at += part;
		}
		depth = Math.max(depth, row);
	}
	box.style.height = (depth + 1) * ROW_PIXELS + "px";
	box.replaceChildren(...made);
	document.getElementById("of").textContent = diff.unit + (side ? " after" : " before");
	document.getElementById("side").textContent = side ? "before" : "after";
}

function widen(event)
{
	const chosen = event.target.closest(".frame");

	if (!chosen || (event.type === "keydown" && event.key !== "Enter"))
		return;
	widest = chosen.frame;
	drawFlame();
}

function drawTheme()
{
	document.documentElement.dataset.theme = theme || (darkness.matches ? "dark" : "light");
}

function listen()
{
	const input = document.getElementById("search"), frames = document.getElementById("frames");

	input.addEventListener("input", () => {
		search = input.value;
		drawRows();
		drawFlame();
	});
	document.addEventListener("keydown", (event) => {
		if (event.key !== "/" || event.target.closest("input"))
			return;
		event.preventDefault();
		input.focus();
	});
	frames.addEventListener("click", widen);
	frames.addEventListener("keydown", widen);
	addEventListener("resize", drawFlame);
	document.getElementById("side").addEventListener("click", () => {
		side = 1 - side;
		drawFlame();
	});
	document.getElementById("theme").addEventListener("click", () => {
		theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
		drawTheme();
	});
	darkness.addEventListener("change", drawTheme);
}

drawTheme();
drawFacts();
drawWhy();
drawHead();
drawRows();
buildFlame();
drawFlame();
listen();
document.documentElement.dataset.ready = Math.round(performance.now());
