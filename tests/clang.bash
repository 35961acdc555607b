# SPDX-License-Identifier: GPL-2.0-or-later
#
# clang.bash - a program of clang's, for the tests that hand profiles to LLVM's tools; sourced, at the tree's top
#
#   tool NAME...                   the path of the first that is there; fails where none is
#   clang_works                    does clang link a static program? lld-14 does not know the target's relaxations
#   clang_lacks TOOL...            the first package missing for clang_works and TOOLs, of LLVM 19; for tap_skip
#   clang_accounts FILE OPTION...  tests/device/accounts.c, with the relocations that BOLT wants

tool() {
	command -v "$@" | sed -n 1p | grep .
}

readonly -a clang=(clang-19 --target=riscv64-linux-gnu -march=rv64gc -static -fuse-ld=lld)

clang_works() {
	echo 'int main(void) { return 0; }' | "${clang[@]}" -x c -o /dev/null - 2>/dev/null
}

clang_lacks() {
	local tool

	if ! tool clang-19 >/dev/null; then
		echo 'clang-19 is not installed'
		return
	elif ! clang_works; then
		echo 'lld-19 is not installed'
		return
	fi
	for tool; do
		tool "$tool-19" >/dev/null && continue
		[[ $tool == *bolt* ]] && echo 'bolt-19 is not installed' || echo 'llvm-19 is not installed'
		return
	done
	echo 'clang made no program'
}

clang_accounts() {
	"${clang[@]}" -O2 -gmlt -fdebug-info-for-profiling -Wl,--emit-relocs -o "$1" "${@:2}" \
		tests/device/accounts.c
}
