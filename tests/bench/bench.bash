# SPDX-License-Identifier: GPL-2.0-or-later
#
# bench.bash - timing for the measurements: alternating runs, medians
#
# Sourced, never run.
#
#   REPS                 how often each variant runs (default 3; from the environment)
#   seconds_of CMD...    wall time of a command, which must succeed; its output goes away
#   median               of the numbers on standard input, one a line
#   ratio A B            A / B with two digits
#   bench_begin NAME     work in build/bench/NAME, empty; sets $work

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C

readonly REPS=${REPS:-3}
if [[ ! $REPS =~ ^[1-9][0-9]?$ ]]; then
	echo "${0##*/}: REPS is '$REPS': give a number from 1 to 99" >&2
	exit 2
fi

bench_begin() {
	work=build/bench/$1
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

median() {
	sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

ratio() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}
