# SPDX-License-Identifier: GPL-2.0-or-later
#
# device.bash - shared by the scripts of tests/device, beside tap.sh; sourced, at the tree's top
#
#   machine ARG...        QEMU's virt board without firmware; serial line on stdout
#   refused NAME TEXT CMD...  CMD must exit with 1 and say TEXT on stderr
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/tap.sh
build=$PWD/build
bare=$build/tests/device
# shellcheck disable=SC2034 # used by those who source this
system=$build/qemu/bin/qemu-system-riscv64 user=$build/qemu/bin/qemu-riscv64
plugin=$build/libteaplugin.so
icount=(-icount shift=0,sleep=off)
# A hang has to end, but not a run that other work delays.
limit_s=$tap_guest_limit_s

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

machine() {
	timeout "$limit_s" "$system" -M virt -nodefaults -display none -bios none -seed 42 \
		-rtc base=2026-01-01,clock=vm "${icount[@]}" "$@"
}

refused() {
	local name=$1 text=$2 status=0
	shift 2
	"$@" >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
	if ((status == 1)) && grep -qF -- "$text" "$tmp/err"; then
		tap_result "$name" 0
	else
		echo "(status $status, expected 1 and: $text)" >>"$tmp/err"
		tap_result "$name" 1 "$tmp/err"
	fi
}
