/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sensitivity.js - bars by resource, the set that gains together, heat by place
 *
 * Data is the JSON of tea sensitivity. Pictures come first: numbers stand in the tip at the pointer
 * or the keyboard's focus, or, with the button, beside all pictures.
 */

const LEAST = 0.005;		/* less reads as 1.00x */
const HUES = [212, 32, 150, 280, 350, 180];

function weightText(weight)
{
	return weight === "ideal" ? "ideal" : weight + "x";
}

/* The first weight is strong, the others, which mostly reach farther, are lighter. */
function colorOf(weight)
{
	const number = data.weights.indexOf(weight);

	return `hsl(${HUES[number % HUES.length]} 65% ${number ? 68 : 48}%)`;
}

function speedupText(speedup)
{
	return speedup.toFixed(2) + "x";
}

function measured(resource)
{
	return resource.weights.filter((cell) => cell.speedup !== null);
}

function largest(resource)
{
	return Math.max(0, ...measured(resource).map((cell) => Math.abs(cell.sensitivity)));
}

function tip(text)
{
	const box = document.getElementById("tip");

	box.textContent = text;
	box.hidden = !text;
}

/* Says @text where the pointer or the keyboard is at @made. */
function explained(made, text)
{
	made.tabIndex = 0;
	made.title = text;
	made.setAttribute("aria-label", text);
	made.addEventListener("pointerenter", () => tip(text));
	made.addEventListener("pointerleave", () => tip(""));
	made.addEventListener("focus", () => tip(text));
	made.addEventListener("blur", () => tip(""));
	return made;
}

function cellText(cell)
{
	return cell.speedup === null ? weightText(cell.weight) + ": " + cell.failure :
		weightText(cell.weight) + ": " + speedupText(cell.speedup) + ", " +
		cell.cycles.toLocaleString("en-US") + " cycles";
}

/* A bar for each weight, the longest at the back; of two as long the later one. */
function putBar(box, name, cells, full, text)
{
	const track = explained(element("div", "track"), name + " (" + text + ")  " +
		cells.map(cellText).join("; "));
	const drawn = cells.filter((cell) => cell.speedup !== null);
	const value = element("span", "value");

	for (const cell of [...drawn].reverse().sort((a, b) => b.speedup - a.speedup)) {
		const bar = element("span");

		bar.style.width = Math.max(0, 100 * cell.sensitivity / full) + "%";
		bar.style.background = colorOf(cell.weight);
		track.append(bar);
	}
	value.textContent = drawn.map((cell) => speedupText(cell.speedup)).join("  ");
	value.classList.toggle("loss", drawn.some((cell) => cell.sensitivity <= -LEAST));
	box.append(element("span", "name", name), track, value);
}

function putResources(id, structures)
{
	const box = document.getElementById(id);
	const shown = data.resources.filter((item) =>
		(item.kind === "structure") === structures && largest(item) >= LEAST);
	const full = Math.max(...shown.map(largest));

	box.hidden = !shown.length;
	for (const item of shown)
		putBar(box.querySelector(".bars"), item.resource, item.weights, full, item.text);
}

function putOthers()
{
	const names = data.resources.filter((item) => largest(item) < LEAST)
		.map((item) => item.resource);

	document.getElementById("others").textContent = names.length ?
		"Less than 0.5 %: " + names.join(", ") : "";
}

function cyclesOf(names)
{
	const key = [...names].sort().join();
	const found = data.set.measured.find((set) => [...set.resources].sort().join() === key);

	return found ? found.cycles : null;
}

function setCell(names)
{
	const cycles = cyclesOf(names);

	return { weight: data.set.weight, cycles, failure: "not measured",
		 speedup: cycles ? data.cycles / cycles : null,
		 sensitivity: cycles ? data.cycles / cycles - 1 : null };
}

function putSet()
{
	const box = document.getElementById("set");
	const set = data.set, all = set && setCell(set.of);

	if (!set || all.speedup === null)
		return;
	box.hidden = false;
	if (!set.resources.length) {
		box.querySelector("p").textContent = weightText(set.weight) + " of all " + set.of.length +
			" gain " + speedupText(all.speedup) + ", so there is no set.";
		return;
	}
	box.querySelector("p").textContent = weightText(set.weight) + " of " +
		set.resources.join(" + ") + (set.enough ? " gains nearly what all " + set.of.length +
		" do." : ": more of them would be needed to gain what all " + set.of.length + " do.");
	const bars = box.querySelector(".bars"), full = all.sensitivity;

	putBar(bars, "all " + set.of.length, [all], full, set.of.join(", "));
	putBar(bars, "these", [setCell(set.resources)], full, set.resources.join(", "));
	for (const name of set.resources.length > 1 ? set.resources : [])
		putBar(bars, name + " alone", [setCell([name])], full, "without the others");
}

/* The place's share of the gain of the column's resource: 0 to 1. */
function heatOf(place, column)
{
	const name = data.columns[column].resource, weight = data.columns[column].weight;
	const resource = data.resources.find((item) => item.resource === name);
	const cell = resource.weights.find((item) => item.weight === weight);
	const gain = data.cycles - cell.cycles;

	return gain > 0 ? Math.max(0, Math.min(1, place.gains[column] / gain)) : 0;
}

function putCell(row, place, column)
{
	const percent = 100 * place.gains[column] / data.cycles, heat = heatOf(place, column);
	const cell = element("td", "", percent.toFixed(1).replace(/^-0\.0$/, "0.0") + "%");

	if (heat > 0) {
		cell.style.background = `color-mix(in srgb, #d9480f ${Math.round(100 * heat)}%, var(--empty))`;
		cell.style.setProperty("--cell", heat > 0.6 ? "#ffffff" : "var(--text)");
	}
	row.append(explained(cell, `${place.name} (${place.where}): ` +
		`${data.columns[column].resource} ${weightText(data.columns[column].weight)} takes ` +
		`${Math.round(place.gains[column]).toLocaleString("en-US")} cycles away, ` +
		`${percent.toFixed(2)}% of all`));
}

function putPlaces()
{
	const box = document.getElementById("places"), table = box.querySelector("table");
	const head = table.createTHead().insertRow(), body = table.createTBody();

	if (!data.places || !data.places.length)
		return;
	box.hidden = false;
	head.append(element("th"));
	for (const column of data.columns) {
		const title = element("th", "", column.resource);

		title.append(element("br"), weightText(column.weight));
		head.append(title);
	}
	for (const place of data.places) {
		const row = body.insertRow(), name = element("th");

		name.append(element("b", "", place.name), " ", place.where);
		row.append(name);
		data.columns.forEach((_, column) => putCell(row, place, column));
	}
}

function putFacts()
{
	const facts = document.getElementById("facts"), legend = document.getElementById("legend");

	facts.append(element("b", "", data.command), element("span", "", data.core),
		element("span", "", data.cycles.toLocaleString("en-US") + " cycles"),
		element("span", "", data.instructions.toLocaleString("en-US") + " instructions"));
	legend.append("How much faster with");
	for (const weight of data.weights) {
		const mark = element("i");

		mark.style.background = colorOf(weight);
		legend.append(mark, weight === "ideal" ? "as much as there can be, or never a miss" :
			weightText(weight) + " as much");
	}
	document.getElementById("notes").hidden = !data.notes.length;
	for (const note of data.notes)
		document.querySelector("#notes ul").append(element("li", "", note));
}

function start()
{
	const numbers = document.getElementById("numbers");

	numbers.addEventListener("click", () => {
		const on = document.body.classList.toggle("numbers");

		numbers.setAttribute("aria-pressed", on);
	});
	startTheme();
	putFacts();
	putResources("resources", false);
	putResources("structures", true);
	putOthers();
	putSet();
	putPlaces();
}

start();
