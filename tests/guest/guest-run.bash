# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-run.bash - what the tests of `run` share.
#
# Sourced, never run, from a test in tests/guest.
#
#   $run, $scratch      the command under test; a directory of this test's own
#   ends STATUS ARG...  run with ARG... ends with STATUS; its streams are then in
#                       $scratch/out and $scratch/err
#   says PATTERN        the last run said so on standard error
#   silent FILE         FILE is empty

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/tap.sh

run=qemu-device/guest/run
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 143' TERM INT

ends()
{
	local status=0

	"$run" "${@:2}" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
	((status == $1)) && return
	echo "status $status, not $1"
	cat "$scratch/err"
	return 1
}

says()
{
	grep -qE -- "$1" "$scratch/err" && return
	echo "no line matches '$1':"
	cat "$scratch/err"
	return 1
}

silent()
{
	[[ ! -s $1 ]] && return
	echo "unexpected:"
	head -n 5 "$1"
	return 1
}
