# SPDX-License-Identifier: GPL-2.0-or-later
#
# bench.bash - timing for the measurements: alternating runs, medians, another build beside
#
# Sourced, never run.
#
#   REPS                 how often each variant runs (default 3; from the environment)
#   BASE                 the build directory of another checkout, from the environment: measurements that can
#                        be slower than its are made with both, in turn. Numbers of other machines are
#                        not compared.
#   seconds_of CMD...    wall time of a command, which must succeed; its output goes away
#   median               of the numbers on standard input, one a line
#   ratio A B            A / B with two digits
#   cpu_seconds_of CMD.. as seconds_of, but CPU time: other load counts less
#   least                the smallest of the numbers on standard input, one a line
#   check_base FILE      lines "name<TAB>seconds<TAB>seconds of BASE": prints those that take over 25 % more
#                        than BASE, or were not measured with both; fails then
#   bench_begin NAME     work in build/bench/NAME, empty; sets $work
#
# With SHORT=1 in the environment, as tests/bench/benches has it, a bench shows that it runs, and measures
# nothing: in build/bench/short/NAME.
#
#   sized N SHORT_N      N, or SHORT_N in a short run
#   judged CMD...        CMD, whose failure is the bench's, except in a short run

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C

readonly REPS=${REPS:-3}
if [[ ! $REPS =~ ^[1-9][0-9]?$ ]]; then
	echo "${0##*/}: REPS is '$REPS': give a number from 1 to 99" >&2
	exit 2
fi

readonly SHORT=${SHORT:-} BASE=${BASE:-}
if [[ $BASE && ! -x $BASE/tea ]]; then
	echo "${0##*/}: BASE has no '$BASE/tea': give the build directory of a checkout in which \`make\` has run" >&2
	exit 2
fi

sized() {
	[[ $SHORT ]] && echo "$2" || echo "$1"
}

judged() {
	"$@" || [[ $SHORT ]]
}

bench_begin() {
	work=build/bench/${SHORT:+short/}$1
	rm -rf "$work"
	mkdir -p "$work"
}

seconds_of() {
	local begin=$EPOCHREALTIME

	if ! "$@" >"$work/log" 2>&1 </dev/null; then
		echo "${0##*/}: failed: $*" >&2
		tail -n 20 "$work/log" >&2
		return 1
	fi
	awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.3f\n", end - begin }'
}

cpu_seconds_of() {
	local TIMEFORMAT='%U %S' times

	if ! times=$( { time "$@" >"$work/log" 2>&1 </dev/null; } 2>&1); then
		echo "${0##*/}: failed: $*" >&2
		tail -n 20 "$work/log" >&2
		return 1
	fi
	awk '{ printf "%.3f\n", $1 + $2 }' <<<"$times"
}

least() {
	sort -n | sed -n 1p
}

median() {
	sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

ratio() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

check_base() {
	awk -F'\t' -v limit=1.25 '
		$2 <= 0 || $3 <= 0 { printf "%s: not measured of both builds\n", $1; bad = 1; next }
		$2 > limit * $3 { printf "%s: takes %s s, and %s s of BASE: over 25 %% more\n", $1, $2, $3; bad = 1 }
		END { exit bad || !NR }' "$1" >&2
}
