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

# PROGRAM: {address: mnemonic} of hot_loop, as objdump names them.
events_insns() {
	riscv64-linux-gnu-objdump -d --disassemble=hot_loop "$symfs/opt/tea/bin/$1" |
		awk -F'\t' '/^ +[0-9a-f]+:/ { gsub(/[ :]/, "", $1); print "0x" $1, $3 }' |
		jq -Rn '[inputs | split(" ") | { (.[0]): .[1] }] | add'
}

# INSNS WANTED: the hottest instruction of hot_loop, its address and mnemonic; the cycles of all
# there with that mnemonic, and hot_loop's; in the former the largest signature with events, or Base
# if they have none or WANTED is Base, and its cycles.
#
# All with that mnemonic: the 24 jumps of dr_l1 are equally hot, with some 55 samples each on the
# guest, one in a hundred of which is not DR-L1. In one recording of fifty, three of the jump with
# the most samples are not: less than 95 % are. Over all jumps of its hot_loop 21 of 1,170 are not,
# and five standard deviations more are 3.8 %.
events_hot() {
	jq -rs --argjson insns "$1" --arg wanted "$2" '
		[.[] | select(.symbol == "hot_loop") | .insn = $insns[.address]] as $rows
		| ($rows | max_by(.cycles)) as $hot
		| [$rows[] | select(.insn == $hot.insn)] as $equal
		| ([$equal[].stack | to_entries[]] | group_by(.key)
			| map({ key: .[0].key, value: ([.[].value] | add) })) as $stack
		| ($stack | map(select((.key == "Base") == ($wanted == "Base")))) as $like
		| (if $like == [] then $stack else $like end | max_by(.value)) as $top
		| [$hot.address, $hot.insn, ([$equal[].cycles] | add), ([$rows[].cycles] | add),
			$top.key, $top.value]
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
	local address insn cycles all signature part share status=0

	shift 4
	if ! instructions "$@" >"$work/$program.rows"; then
		tap_result "$program: readable" 1
		return
	fi
	IFS=$'\t' read -r address insn cycles all signature part < <(
		events_hot "$(events_insns "$program")" "$wanted" <"$work/$program.rows")
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
