# SPDX-License-Identifier: GPL-2.0-or-later
#
# study.bash - what job kinds and reports of the study share
#
# Sourced, never run. Works in the top directory of the tree. A job kind defines
# list_jobs [quick] and run_job NAME OUT and ends with `study_job "$@"`; a report
# begins with `study_report "$@"`, which sets $results (a directory, results lie in
# $results/KIND/NAME), $out (where the chapter goes) and $page (the chapter itself).
#
#   study_die TEXT             the reason on stderr, status 1
#   study_results KIND [MIN]   paths of the kind's results, one a line; refuses fewer than MIN (1)
#   study_first KIND           the path of the first of them
#   study_regenerate KIND...   the line of a chapter that says how to get it again
#   study_plot FILE W H        gnuplot's commands on standard input, drawn into FILE (SVG)
#   study_numbers FILE [CONDITION]... [by NAMES | each] TEXT  numbers of a table with named columns:
#                              see tests/study/analysis/study_table.h
#   study_interval             mean and half of the 95 % confidence interval of the numbers
#                              on standard input, one a line (Student's t): of runs that are few
#   study_chance_note          the sentence of a page that says how intervals are made

set -Eeuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C

SUITE=${SUITE:-full}
case $SUITE in
quick|full) export SUITE ;;
*) echo "${0##*/}: SUITE is '$SUITE': give quick or full" >&2; exit 2 ;;
esac

# A report takes results by $(study_results KIND): what dies in there ends the report, too, instead of
# leaving it a page of nothing.
trap 'exit 1' TERM

study_die() {
	echo "${0##*/}: $*" >&2
	((!BASH_SUBSHELL)) || kill -TERM $$
	exit 1
}

# A command that ends a script says so, whatever it says itself.
study_failed() {
	echo "${0##*/}: ${BASH_SOURCE[1]##*/}, line ${BASH_LINENO[0]}: '$2' ended with status $1" >&2
}
trap 'study_failed $? "$BASH_COMMAND"' ERR

study_job() {
	trap - TERM	# whoever ends a job ends all of it
	case "${1:-} $#" in
	'list 1') list_jobs ;;
	'list 2') [[ $2 == quick ]] || study_die "list takes 'quick' or nothing, not '$2'"; list_jobs quick ;;
	'run 3')
		grep -qxF -- "$2" <<<"$(list_jobs $([[ $SUITE == full ]] || echo quick))" ||
			study_die "no job '$2': '${0##*/} list' names them"
		run_job "$2" "$3" ;;
	*) echo "usage: ${0##*/} list [quick] | run NAME OUT" >&2; exit 2 ;;
	esac
}

study_report() {
	if (($# != 2)); then
		echo "usage: ${0##*/} RESULTS OUT" >&2
		exit 2
	fi
	[[ -d $1 ]] || study_die "no results in '$1': run tests/study/reproduce"
	results=$1 out=$2 page=$2/${0##*/}.md
	exec </dev/null	# a command that gets no files is not to wait for input
	mkdir -p "$out"
}

study_results() {
	local kind=$1 minimum=${2:-1} found count

	found=$(find "$results/$kind" -maxdepth 1 -type f ! -name '.*' 2>/dev/null | sort) || true
	count=$(grep -c . <<<"$found" || true)
	((count >= minimum)) ||
		study_die "needs $minimum results of '$kind', '$results/$kind' has $count: run tests/study/reproduce"
	printf '%s\n' "$found"
}

study_first() {
	local found

	found=$(study_results "$1")
	printf '%s\n' "${found%%$'\n'*}"
}

# KIND...: commit and day of their results, one a line; of those that do not say, the commit of the tree they lie in.
study_commits() {
	local kind day file name head

	head=$(git -C "$results" log -1 --format=%h 2>/dev/null || true)
	for kind; do
		while read -r day file; do
			name=${file##*/}
			if [[ -e ${file%/*}/.$name.commit ]]; then
				cat "${file%/*}/.$name.commit"
			elif [[ $head ]]; then
				echo "$head $day"
			fi
		done < <(find "$results/$kind" -maxdepth 1 -type f ! -name '.*' -printf '%TY-%Tm-%Td %p\n' 2>/dev/null)
	done | sort -u
}

study_regenerate() {
	local kinds="$*" commits

	printf 'Again: `make reproduce`, or only this chapter: `tests/study/reproduce %s`.\n' \
		"${0##*/}"
	[[ $kinds ]] || return 0
	commits=$(study_commits "$@" | awk '{ printf "%s%s (%s)", (NR > 1 ? ", " : ""), $1, $2 }')
	printf 'Results of the jobs: %s%s.\n' "${kinds// /, }" "${commits:+, made at commit $commits}"
}

study_plot() {
	local file=$1 width=$2 height=$3

	{
		printf 'set terminal svg size %d,%d dynamic font "sans-serif,13" background rgb "white"\n' \
			"$width" "$height"
		printf 'set output "%s"\n' "$file"
		printf 'set border 3 lc rgb "#555555"\nset tics nomirror\nset grid y lc rgb "#dddddd" lt 1\n'
		cat
	} | gnuplot - || study_die "gnuplot could not draw '$file'"
	# what is drawn is named after its file, which is another one each time
	sed -i "s#${TMPDIR:-/tmp}/tmp\.[^/]*/##g" "$file"
}

study_numbers() {
	[[ -x build/study/numbers ]] || study_die "no 'build/study/numbers': run make"
	build/study/numbers "$@"
}

study_interval() {
	{ echo value; cat; } | study_numbers - $'{mean:value} {half:value}\n'
}

study_chance_note() {
	printf 'Intervals are at 95 %% over programs: by the bootstrap (10,000 draws, seed 1); of counts, Wilson'"'"'s.\n'
}
