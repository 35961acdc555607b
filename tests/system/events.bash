# SPDX-License-Identifier: GPL-2.0-or-later
#
# events.bash - each microbenchmark's hot instruction against tests/programs/expected.tsv
#
# Sourced, never run: the same check for recordings of the guest and for profiles
# of tea sim.
#
#   events_check SUFFIX [OPTION...]
#	check $work/PROGRAM.SUFFIX of every program, as tea report reads it with the
#	OPTIONs; print a table as TAP comments

# The hottest instruction of hot_loop: address, its cycles, hot_loop's, its largest signature
# with events, or Base where it has none or that is all that is WANTED, and that one's cycles.
events_hot() {
	jq -rs --arg wanted "$1" '[.[] | select(.symbol == "hot_loop")] as $rows
		| ($rows | max_by(.cycles)) as $hot
		| ($hot.stack | to_entries) as $stack
		| ($stack | map(select((.key == "Base") == ($wanted == "Base")))) as $like
		| (if $like == [] then $stack else $like end | max_by(.value)) as $top
		| [$hot.address, $hot.cycles, ($rows | map(.cycles) | add), $top.key, $top.value]
		| @tsv'
}

events_row() {
	printf '# %-8s %-8s %-14s %5s %5s   %s\n' "$@"
}

# Share in percent.
events_share() {
	awk -v part="$1" -v whole="$2" 'BEGIN { printf "%.1f", whole ? 100 * part / whole : 0 }'
}

events_check_one() {
	local program=$1 wanted_insn=$2 wanted=$3 least=$4
	local address cycles all signature part share insn status=0

	shift 4
	if ! instructions "$@" >"$work/$program.rows"; then
		tap_result "$program: readable" 1
		return
	fi
	IFS=$'\t' read -r address cycles all signature part < <(
		events_hot "$wanted" <"$work/$program.rows")
	insn=$(mnemonic "$program" "$address")
	share=$(events_share "$part" "$cycles")
	events_row "$program" "$insn" "$signature" "$share" "$(events_share "$cycles" "$all")" \
		"$address"
	[[ $insn == "$wanted_insn" && $signature == "$wanted" && ${share%.*} -ge $least ]] ||
		status=1
	tap_result "$program: $least % or more of '$wanted_insn' is $wanted" "$status" \
		<(head -n 5 "$work/$program.rows")
}

events_check() {
	local suffix=$1 program insn signature least

	shift
	events_row program hot 'largest part' 'of it' 'of fn' address
	while IFS=$'\t' read -r program insn signature least; do
		[[ $program != \#* ]] || continue
		events_check_one "$program" "$insn" "$signature" "$least" \
			"$work/$program.$suffix" "$@"
	done <tests/programs/expected.tsv
}
