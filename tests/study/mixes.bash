# SPDX-License-Identifier: GPL-2.0-or-later
#
# mixes.bash - profiles of one run that several units watched, for job kinds of instruction mixes
#
#   mixes_join PROFILE RECORDS FILE      FILE is PROFILE with the branch records of the other one, by draw, too
#   mixes_measure GRADE PROFILE PERIOD NAME BLOCKS    the output of tests/study/analysis/mixes.c for PROFILE and
#                                        its other draws, behind `grade` and `period`; removes PROFILE

mixes_join() {
	jq -c --slurpfile other "$2" '$other[0] as $other | .branch_stacks = $other.branch_stacks |
		if $other.redrawn then .redrawn = [[.redrawn, $other.redrawn] | transpose[] |
			.[0] + {branch_stacks: .[1].branch_stacks}] else del(.redrawn) end' "$1" >"$3"
}

mixes_measure() {
	local profile=$2 draws=$2.draws

	mkdir "$draws"
	jq -c 'del(.counts, .redrawn) as $rest | (.redrawn // [])[] | $rest + .' "$profile" |
		split -l 1 -a 3 -d - "$draws/"
	printf 'grade\t%s\nperiod\t%d\n' "$1" "$3"
	# shellcheck disable=SC2046 # a list of paths
	build/study/mixes "$profile" "$4" "$5" $(find "$draws" -type f | sort)
	rm -rf "$draws" "$profile"
}
