# SPDX-License-Identifier: GPL-2.0-or-later
#
# blame.bash - shared by the pages of the case studies: the instructions that a sampler blames
#
# Sourced, never run; needs study.bash and a report's $results.
#
#   blame_section PROGRAM FIGURE   the section of a page on IBS's blame (the paper's FIGURE): the instructions
#                                  that take most by the golden reference or by IBS, four of each

blame_section() {
	local file=$results/blame/$1

	[[ -e $file ]] || study_die "needs the result 'blame/$1': run tests/study/reproduce"
	printf '\n## What IBS shows (figure %s)\n\n' "$2"
	printf '| instruction | executions | LLC misses | golden, %% of the function | TEA | IBS |\n|:---|---:|---:|:---|:---|:---|\n'
	jq -r '
		def signature: to_entries | max_by(.value).key;
		def cell: if . == null then "0.0" else "\(.share * 1000 | round / 10) (\(.stack | signature))" end;
		. as $all | [(.golden[0:4], .ibs[0:4])[].address] | unique[] as $address
		| def row(list): list | map(select(.address == $address)) | first;
		(row($all.golden) // row($all.ibs)) as $row
		| "| `\($row.disassembly | gsub(" +"; " "))` | \($row.executions) | \($row.misses) | "
		  + "\(row($all.golden) | cell) | \(row($all.tea) | cell) | \(row($all.ibs) | cell) |"' "$file"
	jq -r '
		def percent: "\(. * 1000 | round / 10) %";
		def name: "`\(.disassembly | gsub(" +"; " "))`";
		def share(list; $address): [list[] | select(.address == $address) | .share] | add // 0;
		.golden[0] as $hot | .ibs[0] as $ibs
		| "\nThe hottest instruction, \($hot | name), takes \($hot.share | percent) of the cycles of `\(.hot)`; IBS gives it \(share(.ibs; $hot.address) | percent). "
		  + "IBS blames \($ibs | name) most, with \($ibs.share | percent); it takes \(share(.golden; $ibs.address) | percent), but waits at dispatch while others block commit. "
		  + "In brackets: the events of most of these cycles."' "$file"
}
