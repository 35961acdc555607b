# SPDX-License-Identifier: GPL-2.0-or-later
#
# system.bash - shared by the end-to-end tests: the built parts, recording, reading.
#
# Sourced, never run. Every path is relative to the top of the tree.
#
#   system_begin NAME        work in build/system/NAME, empty; sets $work
#   guest_stage SCRIPT       put the guest's files into $work
#   guest_boot SCRIPT [OPTION...]
#                            boot with $work as /host, run SCRIPT there
#   guest SCRIPT [OPTION...] both
#   instructions FILE [OPTION...]
#                            rows of a perf.data or a profile, one JSON object a line

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/tap.sh

readonly symfs=build/system/root
readonly tea=build/tea
export LC_ALL=C

system_begin() {
	work=build/system/$1
	rm -rf "$work"
	mkdir -p "$work"
}

guest_stage() {
	cp -r "$symfs" tests/system/guest.sh tests/{kallsyms,tap}.sh "tests/system/$1" \
		tests/programs/expected.tsv "$work"
}

guest_boot() {
	local script=$1

	shift
	qemu-device/guest/run --timeout "$tap_guest_limit_s" --share "$work" "$@" -- sh "/host/$script"
}

guest() {
	guest_stage "$1"
	guest_boot "$@"
}

instructions() {
	local file=$1

	shift
	"$tea" report --by instruction --format json -i "$file" "$@" | jq -c '.rows[]'
}
