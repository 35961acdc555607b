# SPDX-License-Identifier: GPL-2.0-or-later
#
# clang.bash - a program of clang's, for the tests that hand profiles to LLVM's tools; sourced, at the tree's top
#
#   tool NAME...                   the path of the first that is there; fails where none is
#   clang_works                    is there a clang with its linker?
#   clang_accounts FILE OPTION...  tests/device/accounts.c, with the relocations that BOLT wants

tool() {
	command -v "$@" | sed -n 1p | grep .
}

clang_works() {
	tool clang-19 >/dev/null && tool ld.lld ld.lld-19 >/dev/null
}

clang_accounts() {
	clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2 -gmlt -fdebug-info-for-profiling -static \
		-fuse-ld=lld -Wl,--emit-relocs -o "$1" "${@:2}" tests/device/accounts.c
}
