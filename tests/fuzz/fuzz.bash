# SPDX-License-Identifier: GPL-2.0-or-later
#
# fuzz.bash - the seeds of the fuzz targets: ours, small, and from real recordings
#
# Sourced, never run. Paths are relative to the top of the tree.
#
#   fuzz_seeds TARGET DIR    puts the seeds of build/fuzz/TARGET into DIR

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

perfdata_seeds() {
	local scenario

	for scenario in all foreign other-build compressed overflow events; do
		build/tests/userspace/tools/perfmake "$scenario" "$1/$scenario.data"
	done
	cp tests/fuzz/corpus/*.data "$1"
}

# Records without the header before them, and a byte that tells their fields.
records_seeds() {
	local file

	perfdata_seeds "$1"
	for file in "$1"/*.data; do
		{ printf '\000'; tail -c +300 "$file"; } >"$file.records"
		rm "$file"
	done
}

profile_seeds() {
	cp tests/userspace/subjects/*.profile.json "$1"
}

elf_seeds() {
	cp build/tests/userspace/subjects/root/bin/prog "$1"
	cp build/tests/userspace/subjects/subject-stripped build/tests/userspace/subjects/subject-riscv64 "$1"
}

symtext_seeds() {
	printf '%s\n' 'ffffffff80000000 T _text' 'ffffffff80001000 t a' \
		'ffffffff02000000 t b	[module]' >"$1/kallsyms"
	printf '%s\n' '7f0000001000 40 jit one' '7f0000001040 20 jit two' >"$1/map"
	printf '%s\n' '0000000000000000 T _text' >"$1/hidden"
}

fuzz_seeds() {
	mkdir -p "$2"
	"${1#fuzz_}_seeds" "$2"
}
