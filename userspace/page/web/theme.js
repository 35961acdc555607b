/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * theme.js - light or dark: as the system has it, until the button is used
 */

const darkness = matchMedia("(prefers-color-scheme: dark)");
let theme = "";

function applyTheme()
{
	document.documentElement.dataset.theme = theme || (darkness.matches ? "dark" : "light");
}

function startTheme()
{
	document.getElementById("theme").addEventListener("click", () => {
		theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
		applyTheme();
	});
	darkness.addEventListener("change", applyTheme);
	applyTheme();
}

