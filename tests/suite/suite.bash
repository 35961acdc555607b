# SPDX-License-Identifier: GPL-2.0-or-later
#
# suite.bash - shared by the suite's commands
#
# Sourced, never run. Works in the top directory of the tree.
#
#   suite_names [quick]    names of the programs, in the table's order
#   suite_vectors          names of those that use vectors if there are any
#   suite_staged           names of both, those of the present SUITE
#   suite_field NAME N     the Nth word of the program's line
#   $root, $base           build/suite/$SUITE: root/, inputs of NAME in inputs/NAME, brief ones in
#                          brief/NAME; SIZE=brief takes these
#   suite_locate NAME      sets argv, input and inputs of NAME, by SIZE

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C

SUITE=${SUITE:-full}
case $SUITE in
quick|full) export SUITE ;;
*) echo "${0##*/}: SUITE is '$SUITE': give quick or full" >&2; exit 2 ;;
esac

SIZE=${SIZE:-$SUITE}
case $SIZE in
"$SUITE"|brief) ;;
*) echo "${0##*/}: SIZE is '$SIZE': give brief, or leave it out" >&2; exit 2 ;;
esac

. tests/suite/programs.bash

readonly base=build/suite/$SUITE
readonly root=$base/root make_input=build/suite/inputs qemu=build/qemu/bin/qemu-riscv64

suite_die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

suite_names() {
	awk -v quick="${1:-}" '$4 == "quick" || !quick { print $1 }' <<<"$PROGRAMS"
}

suite_vectors() {
	cut -d ' ' -f 1 <<<"$VECTOR_PROGRAMS"
}

suite_staged() {
	suite_names "$([[ $SUITE == full ]] || echo quick)"
	suite_vectors
}

suite_field() {
	awk -v name="$1" -v n="$2" '$1 == name { print $n }' <<<"$PROGRAMS"$'\n'"$VECTOR_PROGRAMS"
}

is_kernel() {
	[[ $(suite_field "$1" 2) == - ]]
}

suite_locate() {
	local name=$1

	[[ -n $(suite_field "$name" 1) ]] || suite_die "no program '$name': tests/suite/list names them"
	inputs=$base/$([[ $SIZE == brief ]] && echo brief || echo inputs)/$name input=/dev/null argv=()
	if is_kernel "$name"; then
		command_kernel "$name"
	else
		"command_$name"
	fi
	argv[0]=$root/${argv[0]}
}
