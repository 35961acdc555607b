# SPDX-License-Identifier: GPL-2.0-or-later
#
# pages.bash - shared by the pages on accuracy
#
# Sourced, never run; needs study.bash and a report's $results.
#
#   pages_table FILTER      a jq filter applied to each result of the job kind `accuracy`,
#                           one line of tab-separated values each, NaN as "nan"
#   pages_config            the configuration line of a page
#   pages_schemes           order and names of the schemes in tables and plots
#   pages_style             gnuplot's: a colour for each scheme, the same on all pages

pages_schemes='ibs spe ris tagged nci tea'

pages_table() {
	local files

	files=$(study_results accuracy)
	# shellcheck disable=SC2086 # a list of paths without blanks
	jq -r "$1 | map(if . == null then \"nan\" else . end) | @tsv" $files
}

# Knobs of a profile that differ from the core that it names would follow its name.
pages_config() {
	local first period

	first=$(study_first accuracy)
	period=$(jq -r .period "$first")
	printf 'Configuration: core `%s`, no knob changed; all schemes sample in the same cycles of one run each, every %d cycles and subsampled from there. ' \
		"$(jq -r .config.core "$first")" "$period"
	printf 'Suite: %s, each program to completion.\n' "$SUITE"
}

pages_style() {
	cat <<-'END'
	ibs = "#d55e00"; spe = "#e69f00"; ris = "#cc79a7"; tagged = "#999999"; nci = "#56b4e9"; tea = "#009e73"
	END
}
