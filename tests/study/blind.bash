# SPDX-License-Identifier: GPL-2.0-or-later
#
# blind.bash - programs whose cause is known, by blind/truth.tsv; sourced
#
#   blind_names                   their names, one a line
#   blind_field NAME COLUMN       the field of a program in the table
#   blind_source NAME             its source
#   blind_build SOURCE PROGRAM    by the first line of the source
#   blind_cure NAME SOURCE        writes the cured source
#
# CXX names another compiler of C++ (g++-riscv64-linux-gnu).

readonly blind_sources=tests/study/blind

blind_names() {
	sed '/^#/d' "$blind_sources/truth.tsv" | tail -n +2 | cut -f1
}

blind_field() {
	sed '/^#/d' "$blind_sources/truth.tsv" | awk -F'\t' -v name="$1" -v column="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) field = i }
		$1 == name { print $field }'
}

blind_source() {
	echo "$blind_sources/$1".c*
}

blind_build() {
	local flags warnings='-Wall -Wextra -Wshadow' prefix=${CROSS_COMPILE:-riscv64-linux-gnu-}
	local cxx=${CXX:-${prefix}g++}

	flags=$(sed -n '1s,^// flags: ,,p' "$1")
	if [[ $1 == *.cc ]] && ! command -v "$cxx" >/dev/null; then
		echo "${0##*/}: no '$cxx', which $1 needs: install g++-riscv64-linux-gnu" >&2
		return 1
	fi
	# shellcheck disable=SC2086 # several words
	case $1 in
	*.cc) "$cxx" -std=gnu++17 -g $warnings $flags -static -no-pie -o "$2" "$1" ;;
	*) "${prefix}gcc" -std=gnu11 -g $warnings $flags -static -no-pie -o "$2" "$1" -lm ;;
	esac
}

blind_cure() {
	patch --silent --output="$2" "$(blind_source "$1")" "$blind_sources/cured/$1.patch"
}
