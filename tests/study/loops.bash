# SPDX-License-Identifier: GPL-2.0-or-later
#
# loops.bash - shared by the job kinds on loops; sourced after study.bash
#
#   loops_variants              names of the ways to compile loops/nests.c, one a line
#   loops_compile NAME BINARY   compile it that way
#   loops_names                 names of its loops, one a line

readonly loops_table='o1      -O1
o2      -O2
os      -Os
o3      -O3
unroll  -O3 -funroll-loops
fast    -O3 -ffast-math
both    -O3 -ffast-math -funroll-loops
og      -Og'

loops_variants() {
	cut -d' ' -f1 <<<"$loops_table"
}

loops_compile() {
	local flags

	flags=$(awk -v name="$1" '$1 == name { $1 = ""; print }' <<<"$loops_table")
	# shellcheck disable=SC2086 # several words
	"${CROSS_COMPILE:-riscv64-linux-gnu-}gcc" $flags -static -o "$2" tests/study/loops/nests.c -lm
}

loops_names() {
	sed -n 's/^LOOP \([a-z0-9_]*\)(void).*/\1/p' tests/study/loops/nests.c
}
