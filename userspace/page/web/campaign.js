/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * campaign.js - programs and cores as a table of one question: cycles, stacks, what is faster
 *
 * Data is what campaignpage.h tells.
 */

const UNKNOWN = "#808080";
const LEGEND_MOST = 12;		/* the others have their names at the pointer */

const number = (value) => Math.round(value).toLocaleString("en-US");

function link(job, file, text)
{
	const made = element("a", "", text);

	made.href = file.startsWith("logs/") ? file : `results/${job.key}/${file}`;
	return made;
}

function find(kind, program, core, question)
{
	return data.jobs.find((job) => job.kind === kind && job.program === program && job.core === core &&
		job.question === question);
}

function stackBar(job)
{
	const bar = element("div", "bar"), all = job.cycles || 1;
	const told = [];

	for (const [name, cycles] of Object.entries(job.stack)) {
		const piece = element("span");

		piece.style.width = `${100 * cycles / all}%`;
		piece.style.background = data.colors[name] || UNKNOWN;
		piece.title = `${name} ${(100 * cycles / all).toFixed(1)}%`;
		bar.append(piece);
		if (cycles / all >= 0.01)
			told.push(piece.title);
	}
	bar.setAttribute("role", "img");
	bar.setAttribute("aria-label", told.join(", "));
	return bar;
}

/* Of an estimate; null where it is not known. */
function marginText(margin, text)
{
	return element("span", "margin", ` \u00b1 ${margin === null ? "?" : text}`);
}

/* A change within its margin is none, and so is one whose margin is not known. */
function speedupText(speedup, margin)
{
	const none = margin === null || Math.abs(speedup - 1) <= Math.max(margin, 0.0005);
	const made = element("span", "number " + (none ? "" : speedup > 1 ? "faster" : "slower"), speedup.toFixed(3) + "x");

	if (margin !== 0)
		made.append(marginText(margin, margin?.toFixed(3)));
	return made;
}

function changeList(job)
{
	const list = element("ul", "changes");

	for (const change of job.changes) {
		const row = element("li");

		row.append(speedupText(change.speedup, change.margin), " ", change.change);
		list.append(row);
	}
	return list;
}

function stateOf(job)
{
	const made = element("span", job.state === "failed" ? "failed" : "state",
		job.state === "failed" ? "failed " : "not run");

	if (job.state === "failed")
		made.append(link(job, `logs/${job.key}`, "log"));
	return made;
}

function linksOf(job)
{
	const links = element("div", "links");
	const difference = find("difference", job.program, job.core, job.question);

	if (job.page)
		links.append(link(job, "page.html", "page"));
	if (difference && difference.page)
		links.append(link(difference, "page.html", `beside ${data.cores[0][0]}`));
	links.append(link(job, "provenance.json", "provenance"));
	return links;
}

/* What is asked beside, of the same program and core. */
function putOtherQuestions(cell, job)
{
	for (const [question, [name, kind]] of data.questions.entries()) {
		const other = find(kind, job.program, job.core, question);

		if (other === job || other.state !== "done" || !other.changes)
			continue;
		const details = element("details");

		details.append(element("summary", "", name), changeList(other));
		cell.append(details);
	}
}

function fill(cell, job)
{
	if (job.state !== "done") {
		cell.append(stateOf(job));
		return;
	}
	if (job.cycles) {
		const cycles = element("div", "number", number(job.cycles));

		if (job.margin !== 0)
			cycles.append(marginText(job.margin, `${(100 * job.margin / job.cycles).toFixed(2)}%`));
		cell.append(cycles);
	}
	if (job.stack && Object.keys(job.stack).length)
		cell.append(stackBar(job));
	if (job.core && job.speedup)
		cell.append(speedupText(job.speedup, job.speedup_margin));
	if (job.changes)
		cell.append(changeList(job));
	if (job.hottest && job.hottest.length)
		cell.title = job.hottest.map(([name, share]) => `${(100 * share).toFixed(1)}% ${name}`).join("\n");
	cell.append(linksOf(job));
	putOtherQuestions(cell, job);
}

function putCells(question)
{
	const table = document.getElementById("cells"), head = element("tr");
	const kind = data.questions[question][1];

	table.tHead.replaceChildren(head);
	table.tBodies[0].replaceChildren();
	head.append(element("th"));
	for (const [name, model] of data.cores) {
		const title = element("th", "", name);

		title.append(element("small", "", model === name ? "" : model));
		head.append(title);
	}
	data.programs.forEach(([name, ...words], program) => {
		const row = table.tBodies[0].insertRow(), title = element("th", "", name);

		title.append(element("small", "", words.join(" ")));
		row.append(title);
		data.cores.forEach((_, core) => fill(row.insertCell(), find(kind, program, core, question)));
	});
}

function putList(id, jobs, put)
{
	const section = document.getElementById(id);

	section.hidden = !jobs.length;
	for (const job of jobs) {
		const row = section.querySelector("tbody").insertRow();

		row.append(element("th", "", job.name));
		put(row.insertCell(), job);
	}
}

function putFacts()
{
	const count = (state) => data.jobs.filter((job) => job.state === state).length;
	const legend = document.getElementById("legend");

	document.title = data.table;
	document.getElementById("facts").append(element("b", "", data.table),
		element("span", "", `${data.jobs.length} jobs`), element("span", "", `${count("done")} done`),
		element("span", count("failed") ? "failed" : "", `${count("failed")} failed`),
		element("span", "", `${count("open")} not run`));
	for (const [name, color] of Object.entries(data.colors).slice(0, LEGEND_MOST)) {
		const mark = element("i");

		mark.style.background = color;
		legend.append(mark, name);
	}
}

function start()
{
	const choice = document.getElementById("question");

	data.questions.forEach(([name], question) => {
		const option = element("option", "", name);

		option.value = question;
		choice.append(option);
	});
	choice.hidden = data.questions.length < 2;
	choice.addEventListener("change", () => putCells(Number(choice.value)));
	startTheme();
	putFacts();
	document.getElementById("cells").closest("section").hidden = !data.questions.length;
	if (data.questions.length)
		putCells(0);
	putList("others", data.jobs.filter((job) => job.kind === "job"), (cell, job) =>
		cell.append(job.state === "done" ? link(job, "", "result") : stateOf(job)));
	putList("failures", data.jobs.filter((job) => job.state === "failed"), (cell, job) =>
		cell.append(element("span", "", job.said + " "), link(job, `logs/${job.key}`, "log")));
}

start();
