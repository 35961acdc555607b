# SPDX-License-Identifier: GPL-2.0-or-later
#
# device.bash - what the scripts of tests/device share; sourced, at the tree's top
#
#   tap NAME STATUS       one result: passes where STATUS is 0
#   tap_end               the plan; its status is that of the script
#   machine ARG...        QEMU's virt board without firmware; serial line on stdout
#   refused NAME TEXT CMD...  CMD must exit with 1 and say TEXT on stderr
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$PWD/build
bare=$build/tests/device
# shellcheck disable=SC2034 # used by those who source this
system=$build/qemu/bin/qemu-system-riscv64 user=$build/qemu/bin/qemu-riscv64
plugin=$build/libteaplugin.so
icount=(-icount shift=0,sleep=off)
limit_s=60
count=0 failures=0

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

tap() {
	((count += 1))
	if (($2 == 0)); then
		echo "ok $count - $1"
	else
		echo "not ok $count - $1"
		((failures += 1))
	fi
}

show() {
	sed 's/^/# /' "$@"
}

tap_end() {
	echo "1..$count"
	exit $((failures != 0))
}

machine() {
	timeout "$limit_s" "$system" -M virt -nodefaults -display none -bios none -seed 42 \
		-rtc base=2026-01-01,clock=vm "${icount[@]}" "$@"
}

refused() {
	local name=$1 text=$2 status=0
	shift 2
	"$@" >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
	if ((status == 1)) && grep -qF -- "$text" "$tmp/err"; then
		tap "$name" 0
	else
		tap "$name" 1
		echo "# status $status, expected 1 and: $text"
		show "$tmp/err"
	fi
}
