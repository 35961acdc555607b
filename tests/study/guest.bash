# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest.bash - shared by the study's jobs that run on the booted guest
#
# Sourced after study.bash, never run. A job stages a directory, which is /host in the
# guest: tests/system/guest.sh copies its opt/tea to the guest's own memory, for the
# folder itself answers in the host's time.
#
#   guest_stage DIR SCRIPT     DIR, empty but for tests/study/cases/SCRIPT
#   guest_add DIR FILE...      programs and inputs, to DIR/root/opt/tea/bin
#   guest_libraries DIR ROOT PROGRAM
#                              the libraries that PROGRAM needs, from ROOT
#   guest_program DIR NAME     a program of the suite, its libraries and a short input; sets
#                              program, argv (there, in opt/tea/bin) and root
#   guest_texts DIR TIMES      texts to compress: `short` of 40 kB, `text` of 100, `long` of TIMES of these
#   guest_boot DIR SCRIPT ARG... boot, run SCRIPT there; results are left in DIR, and golden
#                              references in DIR/golden, if there is one. $guest_core is the
#                              core, if not the default one, $guest_knobs are knobs of it;
#                              $guest_harts its harts, $guest_packages packages of Debian's
#   guest_excerpt DIR FILE SYMBOL PATTERN BEFORE AFTER
#                              rows of `tea annotate` around the costliest instruction whose
#                              mnemonic matches

readonly cases=build/riscv64/cases

guest_stage() {
	local dir=$1 script=$2

	rm -rf "$dir"
	mkdir -p "$dir"/root/opt/tea/{bin,lib}
	cp tests/system/guest.sh "tests/study/cases/$script" "$dir"
}

guest_add() {
	local dir=$1

	shift
	cp -L "$@" "$dir/root/opt/tea/bin"
}

guest_libraries() {
	local dir=$1 root=$2 file=$3 name from

	riscv64-linux-gnu-readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
		while read -r name; do
			[[ $name != ld-* && ! -e $dir/root/opt/tea/lib/$name ]] || continue
			from=$root/usr/lib/riscv64-linux-gnu/$name
			[[ -e $from ]] || from=$root/usr/lib/$name
			cp -L "$from" "$dir/root/opt/tea/lib"
			guest_libraries "$dir" "$root" "$dir/root/opt/tea/lib/$name"
		done
}

guest_texts() {
	local bin=$1/root/opt/tea/bin i

	build/suite/inputs text 500 >"$bin/short"
	build/suite/inputs text 1200 >"$bin/text"
	for ((i = 0; i < $2; i++)); do
		cat "$bin/text"
	done >"$bin/long"
}

guest_boot() {
	local dir=$1 script=$2 options=() words=${guest_core:+core=$guest_core,}${guest_knobs:-}

	shift 2
	[[ ! -d $dir/golden ]] || options+=(--golden "$dir/golden")
	[[ -z $words ]] || options+=(--plugin "${words%,}")
	[[ -z ${guest_harts:-} ]] || options+=(--smp "$guest_harts")
	[[ -z ${guest_packages:-} ]] || options+=(--packages "$guest_packages")
	qemu-device/guest/run --timeout 3000 --share "$dir" "${options[@]}" -- sh "/host/$script" "$@"
}

# The summary of annotate for a function, and the rows around its costliest instruction that
# matches; around the first that does where none has a sample, as in short runs. Rows have one field
# less before it than the heading, which begins with "#".
guest_excerpt() {
	local dir=$1 file=$2 symbol=$3 pattern=$4 before=$5 after=$6

	build/tea annotate --header --symfs "$dir/root" -i "$dir/$file" "$symbol" 2>/dev/null |
		awk -v pattern="$pattern" -v before="$before" -v after="$after" '
			/^# Overhead/ {
				for (i = 1; i <= NF; i++)
					if ($i == "Instruction")
						at = i - 1
			}
			/^# (cycles|stack|Overhead)/ || /^#   / { print; next }
			/^#/ { next }
			{ line[++n] = $0 }
			$1 ~ /%$/ && $at ~ pattern && $1 + 0 > most { most = $1 + 0; hot = n }
			$1 !~ /%$/ && $2 ~ pattern && !first { first = n }
			END {
				hot = hot ? hot : first
				for (i = hot - before; i <= hot + after; i++)
					if (hot && i in line) print line[i]
				exit !hot
			}' || study_die "no instruction of $symbol matches '$pattern' in $dir/$file"
}

# Sizes are such that a run takes about 30 ms of the model's time.
prepare_program() {
	local dir=$1 bin=$1/root/opt/tea/bin libc=$root/usr/lib/riscv64-linux-gnu/libc.so.6

	case $2 in
	four|strings) program=build/riscv64/programs/$2 argv=()
		[[ $SUITE == full ]] || argv=(5000) ;;
	lbm) program=build/riscv64/programs/lbm argv=(6) ;;
	chase) program=$root/opt/suite/chase argv=(400) ;;
	force|emptying) program=$root/opt/suite/force argv=(14) ;;
	bzip2) head -c 600000 "$libc" >"$dir/plain"
		build/qemu/bin/qemu-riscv64 -L "$root" "$root/usr/bin/bzip2" -9 -c \
			"$dir/plain" >"$bin/packed"
		program=$root/usr/bin/bzip2 argv=(-d -c packed) ;;
	gzip) head -c 120000 "$libc" >"$bin/plain"
		program=$root/usr/bin/gzip argv=(-8 -n -c plain) ;;
	sqlite3) sed 's/SIZE/8000/g' tests/suite/data/tables.sql >"$bin/sql"
		program=$root/usr/bin/sqlite3 argv=(:memory: '.read sql') ;;
	lua) cp tests/suite/data/trees.lua "$bin"
		program=$root/usr/bin/lua5.4 argv=(trees.lua "$([[ $SUITE == full ]] && echo 12 || echo 1)") ;;
	perl) build/suite/inputs text 400 >"$bin/text"
		cp tests/suite/data/words.pl "$root"/usr/lib/riscv64-linux-gnu/perl-base/{strict,warnings}.pm \
			"$bin"
		program=$root/usr/bin/perl argv=(-I. words.pl text) ;;
	gawk) build/suite/inputs text 2000 >"$bin/text"
		cp tests/suite/data/tally.awk "$bin"
		program=$root/usr/bin/gawk argv=(-f tally.awk text) ;;
	esac
}

guest_program() {
	root=build/suite/$SUITE/root
	prepare_program "$1" "$2"
	guest_add "$1" "$program"
	guest_libraries "$1" "$root" "$program"
	argv=("./${program##*/}" "${argv[@]}")
}
