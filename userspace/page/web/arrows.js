/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arrows.js - arrows from jumps to their targets, beside a list of rows
 *
 * Lanes are columns; the one next to the code takes the shortest jumps, so that loops nest
 * from the code outwards. Jumps that find no lane have none: their link is left.
 */
"use strict";

const ARROW_LANES = 8;
const LANE_PIXELS = 7;
const HEAD_PIXELS = 10;
const SVG = document.querySelector("svg").namespaceURI;

class Arrows {
	/* @jumps: [row, row of its target]. */
	constructor(jumps) {
		const found = jumps.map(([from, to]) => ({
			from, to, low: Math.min(from, to), high: Math.max(from, to),
		})).filter((jump) => jump.low < jump.high);

		this.lanes = [];
		found.sort((a, b) => (a.high - a.low) - (b.high - b.low) || a.from - b.from);
		found.forEach((jump) => this.place(jump));
		this.width = this.lanes.length ? this.lanes.length * LANE_PIXELS + HEAD_PIXELS : 0;
	}

	/* The first of the lane's jumps that ends at @row or behind it. */
	static position(lane, row) {
		let low = 0, high = lane.length;

		while (low < high) {
			const middle = (low + high) >> 1;

			if (lane[middle].high < row)
				low = middle + 1;
			else
				high = middle;
		}
		return low;
	}

	place(jump) {
		for (let i = 0; i < ARROW_LANES; i++) {
			const lane = this.lanes[i] || [], at = Arrows.position(lane, jump.low);

			if (at < lane.length && lane[at].low <= jump.high)
				continue;
			lane.splice(at, 0, jump);
			this.lanes[i] = lane;
			return;
		}
	}

	/* Lines of one jump through @row, as a path's commands. */
	static path(jump, row, x, right) {
		const middle = ROW_PIXELS / 2;
		const from = row === jump.low ? middle : 0, to = row === jump.high ? middle : ROW_PIXELS;
		const end = row === jump.low || row === jump.high ? `M${x} ${middle}H${right}` : "";
		const head = row === jump.to ? `M${right - 4} ${middle - 3}L${right} ${middle}` +
			`L${right - 4} ${middle + 3}` : "";

		return `M${x} ${from}V${to}` + end + head;
	}

	/* The cell of @row; jumps from or to the row @chosen stand out. */
	draw(row, chosen) {
		const cell = element("span", "arrows"), svg = document.createElementNS(SVG, "svg");

		if (!this.width)
			return cell;
		svg.setAttribute("width", this.width);
		svg.setAttribute("height", ROW_PIXELS);
		this.lanes.forEach((lane, number) => {
			const jump = lane[Arrows.position(lane, row)];
			const x = this.width - HEAD_PIXELS - number * LANE_PIXELS - 0.5;

			if (!jump || jump.low > row)
				return;
			const line = document.createElementNS(SVG, "path");

			line.setAttribute("d", Arrows.path(jump, row, x, this.width - 1));
			if (jump.from === chosen || jump.to === chosen)
				line.setAttribute("class", "found");
			svg.append(line);
		});
		cell.append(svg);
		return cell;
	}
}
