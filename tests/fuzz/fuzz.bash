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
	for scenario in all events chains mix; do
		build/tests/userspace/tools/perfmake "$scenario" "$1/$scenario-raw.data" raw
	done
	build/tests/userspace/tools/perfmake all "$1/all-memory.data" memory
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

# Raw records, each behind a byte with its size: of all slots, of one, with memory, cut off.
raws_seeds() {
	local head='\002\000\074\000\002\000' rest

	rest=$(printf '\\001\\000%.0s' {1..26})
	# shellcheck disable=SC2059 # bytes, written as escapes
	{
		printf "\074$head\017\001$rest" && printf "\074$head\004\002$rest"
		printf "\174\002\000\174\000\002\000\017\003$rest" && head -c 64 /dev/zero
		printf "\010$head\017\001"
	} >"$1/raws"
	# shellcheck disable=SC2059
	printf "\074\003\000\074\000\002\000\017\001$rest" >"$1/newer"
}

profile_seeds() {
	cp tests/userspace/subjects/*.profile.json "$1"
}

import_seeds() {
	cp tests/userspace/import/*.csv "$1"
}

check_seeds() {
	profile_seeds "$1"
}

elf_seeds() {
	cp build/tests/userspace/subjects/root/bin/prog "$1"
	cp build/tests/userspace/subjects/subject-{stripped,riscv64,mini} tests/fuzz/corpus/scopes.bin "$1"
}

datatype_seeds() {
	elf_seeds "$1"
	riscv64-linux-gnu-gcc -O1 -g -nostdlib -static -Wl,-e,0x10200,--build-id=none \
		-Wl,-Ttext=0x10200,-Ttext-segment=0x10000 -o "$1/fields" tests/userspace/subjects/subject_fields.c
	riscv64-linux-gnu-gcc -O1 -g -nostdlib -static -Wl,--build-id=none -o "$1/data" \
		tests/userspace/subjects/subject_data.c
	riscv64-linux-gnu-gcc -O1 -g -nostdlib -shared -fPIC -ftls-model=initial-exec -Wl,--build-id=none \
		-o "$1/threads" tests/userspace/subjects/subject_data.c
}

symtext_seeds() {
	printf '%s\n' 'ffffffff80000000 T _text' 'ffffffff80001000 t a' \
		'ffffffff02000000 t b	[module]' >"$1/kallsyms"
	printf '%s\n' '7f0000001000 40 jit one' '7f0000001040 20 jit two' >"$1/map"
	printf '%s\n' '0000000000000000 T _text' >"$1/hidden"
}

names_seeds() {
	printf '%s\n%s' _ZNSt6vectorIiSaIiEE9push_backERKi 'std::*' >"$1/c++"
	printf '%s\n%s' _ZZ4mainENKUliE_clEi 'operator()' >"$1/lambda"
	printf '%s\n%s' _ZN4core3ptr13drop_in_place17h1234567890abcdefE 'core::ptr' >"$1/rust"
	printf '%s\n%s' _RINvNtC3std3mem8align_ofdE 'std::mem::align_of' >"$1/rust-v0"
	printf '%s\n%s' _RINvNtC0std3mem8_glnfiaodE 'std::mem' >"$1/rust-punycode"
	printf '%s\n%s' '<alloc::vec::Vec<u8, Global>>::push' '*[pP]ush' >"$1/plain"
}

kernelcode_seeds() {
	local packer

	{ head -c 56 /dev/zero; printf 'RSC\005'; head -c 64 /dev/zero; echo GNU; } >"$1/image"
	gzip -nc "$1/image" >"$1/gzip"
	# the same, of zstd -19
	printf '\050\265\057\375\044\200\225\000\000\120\000\122\123\103\005\000\107\116\125\012' >"$1/zstd"
	printf '\002\000\004\222\362\004\154\313\257\237\314' >>"$1/zstd"
	for packer in gzip zstd; do
		{ printf 'MZ\0\0zimg\100\0\0\0\377\0\0\0'; head -c 48 /dev/zero; cat "$1/$packer"; } >"$1/zboot-$packer"
	done
	{ head -c 56 /dev/zero; printf 'RSC\005'; seq 30000; echo GNU; } | gzip -1 >"$1/blocks"
	printf '\xfd7zXZ\0' >"$1/xz"
	cp tests/fuzz/corpus/memory.bin "$1"
}

# Of one process; and of two, where a process that is a copy of the other gives nothing back.
heaplog_seeds() {
	printf '%s\n' 'site 0 1000 2000' 'have 0 3000 100' 'free 3000' 'have 0 3080 40' 'free 9000' |
		build/tests/userspace/tools/datamake "$1/data"
	printf '%s\n' 'site 0 1000 2000' 'have 0 3000 100' |
		build/tests/userspace/tools/datamake "$1/fork"
	printf 'HAPCHUNK\0\020\0\0\2\0\0\0\145\0\0\0\1\0\0\0\3\0\0\0\0\0\0\0' >>"$1/fork.heap"
	head -c 4064 /dev/zero >>"$1/fork.heap"
	rm "$1/data" "$1/fork"
}

fuzz_seeds() {
	mkdir -p "$2"
	"${1#fuzz_}_seeds" "$2"
}
