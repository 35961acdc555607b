# SPDX-License-Identifier: GPL-2.0-or-later
#
# campaign.bash - shared by the tests of tea campaign, behind device.bash; sourced in a directory of its own
#
#   campaign STATUS ARG...    tea campaign, which has to end so; what it says is in ./err
#   write_table [CORE=MODEL...]
#                             table.tsv: two programs, these cores, two questions
#   runs_of DIR               how often each job of the campaign has begun: "COUNT KEY", by key
#   results_of DIR            the digest of each file of its results and its pages, by name
tea=$build/tea

campaign() {
	local status=0

	timeout --foreground "$limit_s" "$tea" campaign "${@:2}" >out 2>err </dev/null || status=$?
	((status == $1)) && return
	echo "(status $status, not $1)"
	cat out err
	return 1
}

write_table() {
	local core

	printf '%s\t%s\t%s\n' program command stdin hello "$bare/hello exit 0" '' reader "$bare/hello-static read" input
	printf '%s\t%s\n' core model
	for core; do
		printf '%s\t%s\n' "${core%%=*}" "${core#*=}"
	done
	printf '%s\t%s\n' question command stacks 'sim --period 1000' whatif 'whatif --ideal dcache'
} >table.tsv

runs_of() {
	(cd "$1/runs" && grep -c ^begin -- *) | awk -F: '{ print $2, $1 }'
}

results_of() {
	(cd "$1" && find results index.html campaign.csv -type f -print0 | sort -z | xargs -0 sha256sum)
}
