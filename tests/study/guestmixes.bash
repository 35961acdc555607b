# SPDX-License-Identifier: GPL-2.0-or-later
#
# guestmixes.bash - shared by the study's jobs that compare mixes recorded on the guest with exact
# counts
#
# Sourced after guest.bash, never run. The kernel and its symbols are $share/kcore and
# $share/kallsyms, programs lie below $files, the recording is $share/NAME.data, and the exact
# counts are $share/golden/instructions-PERIOD.
#
#   mixes_of SOURCE NAME PERIOD ARGUMENT...  tea mix of the recording, or of exact counts
#   mixes_json SOURCE NAME PERIOD KEY [SELECTION...]  the same by KEY, as JSON; it is kept for later calls
#   mixes_errors HEAD NAME PERIOD KEY ARGUMENT...  a line of HEAD, key, source, average weighted error
#                              in %, and its most by chance, for each source
#   mixes_rows HEAD NAME PERIOD ARGUMENT...  for each mnemonic HEAD, its name, exact executions, those by
#                              hbbp, ctr and ebs
#   mixes_total SOURCE NAME PERIOD [SELECTION...] executions

readonly mixes_sources='hbbp ctr ebs'

mixes_of() {
	local source=$1 input=$share/$2.data period=$3

	[[ $source != exact ]] || input=$share/golden/instructions-$period
	build/tea mix --source "$source" --symfs "$files" \
		--kallsyms "$share/kallsyms" -i "$input" "${@:4}" 2>>"$share/said"
}

# All selections of a job have the same number of words, or none.
mixes_json() {
	local file=$share/mix.$1.$2.$4.$#

	[[ -e $file ]] || mixes_of "$1" "$2" "$3" --by "$4" --format json "${@:5}" >"$file"
	cat "$file"
}

# Margins of 95 % are 1.96 standard deviations, and a mean deviation is 0.798 of one.
mixes_errors() {
	local head=$1 name=$2 period=$3 key=$4 source error chance

	shift 4
	for source in $mixes_sources; do
		error=$(mixes_of "$source" "$name" "$period" --by "$key" "$@" \
			--check "$share/golden/instructions-$period" |
			sed -n 's/^# average weighted error: \(.*\)%$/\1/p')
		chance=$(mixes_json "$source" "$name" "$period" "$key" "$@" |
			jq '[.rows[].margin] | add / 1.96 * 0.798 * 100')
		printf 'error\t%s\t%s\t%s\t%s\t%s\n' "$head" "$key" "$source" "$error" "$chance"
	done
}

mixes_rows() {
	local head=$1 name=$2 period=$3 source

	shift 3
	for source in exact $mixes_sources; do
		mixes_json "$source" "$name" "$period" mnemonic "$@" >"$share/$source.json"
	done
	jq -rn --arg head "$head" --slurpfile exact "$share/exact.json" --slurpfile hbbp "$share/hbbp.json" \
		--slurpfile ctr "$share/ctr.json" --slurpfile ebs "$share/ebs.json" '
		def of($list): $list[0].rows | map({(.mnemonic): .executions}) | add;
		of($hbbp) as $h | of($ctr) as $c | of($ebs) as $e | $exact[0].rows[] |
		"row\t\($head)\t" + ([.mnemonic, .executions, ($h[.mnemonic] // 0), ($c[.mnemonic] // 0),
			($e[.mnemonic] // 0)] | @tsv)'
}

mixes_total() {
	mixes_json "$1" "$2" "$3" mnemonic "${@:4}" | jq .total
}
