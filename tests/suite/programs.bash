# SPDX-License-Identifier: GPL-2.0-or-later
#
# programs.bash - the suite's programs: their sources, and how they run
#
# Sourced, never run. In PROGRAMS a line is a program: its name, the Debian package that it is from
# (- for a kernel of ours), the SPEC CPU2017 benchmark that it is the closest open look-alike of
# (-), whether it is in the quick subset, its purpose. In VECTOR_PROGRAMS, the same for programs
# that use vector code if there are vectors. They are no part of the study of profilers. Words
# behind a comma are packages that it needs, or that make its inputs.
#
# For each there are, with $inputs the directory of inputs (relative to the top) and
# size SMALL, LARGE or BRIEF picked by SIZE, which is SUITE, or brief for runs on many cores at once:
#
#   prepare_NAME    makes its inputs in $inputs, if it has any
#   command_NAME    sets argv, from the program's path in the root on; `input` may name
#                   a file for its standard input
#   hold_NAME RUNS  its input stays open until this succeeds, after RUNS runs of it
#   end_NAME        the end of such an input, if another run follows
#   accept_NAME     whether the file `output` of a run looks right, to its end
#   status_NAME     its exit status, if that is not 0
#
# Kernels have none of their own: argv is their path and how often to repeat, and the
# output one line.
#
#   pick SMALL LARGE [BRIEF]    the one that belongs to SIZE; a brief one is SMALL if none is given

PROGRAMS=$(cat <<'END'
perl      perl-base       500.perlbench  -      word counts, rhymes and a concordance of a text
cc1       cpp-14          502.gcc        -      GCC's C compiler proper, -O2, on the suite's kernels
glpsol    glpk-utils      -              -      a transport problem by the simplex method
povray    povray          511.povray     -      a ray-traced scene with glass, mirrors and a blob
sqlite3   sqlite3         520.omnetpp    -      tables, an index, joins and groups
xsltproc  xsltproc        523.xalancbmk  -      books grouped and sorted by a style sheet
x265      x265            525.x264       -      HEVC encoding of a film, without assembly
toga2     toga2           531.deepsjeng  -      a chess engine at a fixed depth
gm        graphicsmagick  538.imagick    -      blur, sharpening and resizing of a picture
gnugo     gnugo           541.leela      -      a game of go against itself
qqwing    qqwing          548.exchange2  -      sudoku puzzles
xz        xz-utils        557.xz         -      compression of a library
bzip2     bzip2           -              quick  decompression of a library
gzip      gzip            -              -      compression of a library
zstd      zstd            -              -      compression of a library
python    python3-minimal -              -      queens, dictionaries and objects
lua       lua5.4          -              quick  trees, a mandelbrot set, strings
gawk      gawk            -              -      frequencies of words and pairs of words
jq        jq              -              -      groups of JSON records
minisat   minisat         -              -      random 3-SAT at the hard ratio
bc        bc              -              -      digits of pi, with numbers of any length
lbm       -               519.lbm        -      lattice Boltzmann on 12 MB
force     -               544.nab        quick  molecular dynamics forces with square roots
chase     -               505.mcf        quick  dependent loads through 8 MiB
triad     -               554.roms       -      copy, scale, add and triad over 6 MiB
spmv      -               510.parest     -      conjugate gradients on a sparse matrix
stencil   -               549.fotonik3d  -      a wave on a grid of 12 MiB
sort      -               -              -      quick sort, heap sort and merge sort
join      -               -              -      a hash join
tiles     -               -              quick  the fifteen puzzle by iterative deepening
bytecode  -               -              -      an interpreter loop that runs a sieve
END
)

VECTOR_PROGRAMS=$(cat <<'END'
nmf    mlpack-bin,libopenblas0-serial  -  quick  a matrix as a product of two, by OpenBLAS
dav1d  dav1d,aom-tools                 -  quick  AV1 decoding of a film
END
)

pick() {
	case ${SIZE:-$SUITE} in
	quick) echo "$1" ;;
	full) echo "$2" ;;
	brief) echo "${3:-$1}" ;;
	esac
}

library() {
	echo "$root/usr/lib/riscv64-linux-gnu/libc.so.6"
}

# How often the kernels repeat: quick, full, and brief where that is more than quick.
declare -A REPEATS=([lbm]='6 25' [force]='5 100 20' [chase]='200 4000 1000' [triad]='20 40'
	[spmv]='20 90' [stencil]='10 28' [sort]='15 20' [join]='15 60' [tiles]='4 40 20'
	[bytecode]='100 250')

command_kernel() {
	# shellcheck disable=SC2086 # numbers
	argv=("opt/suite/$1" "$(pick ${REPEATS[$1]})")
}

accept_kernel() {
	grep -qxE '[a-z]+ -?[0-9.]+( [a-z]+ [0-9.]+)*' "$output"
}

prepare_perl() { "$make_input" text "$(pick 1000 1600 60)" >"$inputs/text"; }
command_perl() { argv=(usr/bin/perl tests/suite/data/words.pl "$inputs/text"); }
accept_perl() { grep -qE '^[0-9]+ words, [0-9]+ lines$' "$output"; }

prepare_cc1() {
	local name

	for name in $(pick 'sort tiles' 'sort tiles' triad); do
		cat "tests/suite/kernels/$name.c"
	done |
		awk '/^int main/ { sub(/main/, "main_" ++n) } { print }' >"$inputs/unit.c"
	riscv64-linux-gnu-gcc -E -P -Itests/suite/kernels "$inputs/unit.c" >"$inputs/unit.i"
}
command_cc1() {
	argv=(usr/libexec/gcc/riscv64-linux-gnu/14/cc1 -quiet -fpreprocessed "$(pick -O2 -O2 -O1)"
		"$inputs/unit.i" -o -)
}
accept_cc1() { grep -q "^main_$(pick 2 2 1):" "$output"; }

prepare_glpsol() { "$make_input" lp "$(pick 20 76 30)" >"$inputs/problem.lp"; }
command_glpsol() { argv=(usr/bin/glpsol --nopresol --lp "$inputs/problem.lp"); }
accept_glpsol() { grep -q '^OPTIMAL LP SOLUTION FOUND' "$output"; }

command_povray() {
	argv=(usr/bin/povray +Itests/suite/data/scene.pov -D +FP +O- +WT1 "+W$(pick 20 32 4)"
		"+H$(pick 15 24 3)" +A0.2 -GA)
}
accept_povray() { [[ $(head -c 2 "$output") == P6 ]]; }

prepare_sqlite3() { sed "s/SIZE/$(pick 4000 15000 1500)/g" tests/suite/data/tables.sql >"$inputs/sql"; }
command_sqlite3() { argv=(usr/bin/sqlite3 :memory:) input=$inputs/sql; }
accept_sqlite3() { [[ $(wc -l <"$output") -ge 8 ]]; }

prepare_xsltproc() { "$make_input" xml "$(pick 500 3000 350)" >"$inputs/books.xml"; }
command_xsltproc() { argv=(usr/bin/xsltproc tests/suite/data/shelf.xsl "$inputs/books.xml"); }
accept_xsltproc() { grep -q '^<h2>ba' "$output" && grep -q '</html>' "$output"; }

prepare_x265() { "$make_input" "$(pick y4m y4m frame)" "$(pick 1 2 64)" >"$inputs/film.y4m"; }
command_x265() {
	argv=(usr/bin/x265 --y4m --input "$inputs/film.y4m" --pools none --frame-threads 1
		--no-wpp --preset "$(pick fast fast ultrafast)" --log-level none -o /dev/stdout)
}
accept_x265() { [[ $(wc -c <"$output") -gt 1000 ]]; }

prepare_toga2() {
	printf '%s\n' uci 'setoption name Hash value 16' 'position startpos moves e2e4 e7e5 g1f3' \
		"go depth $(pick 6 9 5)" >"$inputs/uci"
}
command_toga2() { argv=(usr/games/toga2) input=$inputs/uci; }
# The end of its input would end its search, too.
hold_toga2() { (($(grep -c '^bestmove ' "$output") >= $1)); }
end_toga2() { echo quit; }
accept_toga2() { grep -q '^bestmove ' "$output"; }

prepare_gm() { "$make_input" ppm "$(pick 160 360 120)" >"$inputs/picture.ppm"; }
command_gm() {
	argv=(usr/bin/gm convert -limit threads 1 "$inputs/picture.ppm" -blur 0x2 -unsharp 0x1.5
		-resize '150%' -modulate 105,90 ppm:-)
}
accept_gm() { [[ $(head -c 2 "$output") == P6 ]]; }

command_gnugo() {
	argv=(usr/bin/gnugo --benchmark "$(pick 1 2)" --boardsize "$(pick 13 13 7)"
		--level "$(pick 5 5 1)" --seed 1)
}
accept_gnugo() { grep -qE '^ +[0-9]+ owl nodes' <<<"$(tail -n 1 "$output")"; }

prepare_qqwing() { "$make_input" sudoku "$(pick 30 150 15)" >"$inputs/puzzles"; }
command_qqwing() { argv=(usr/bin/qqwing --solve --one-line) input=$inputs/puzzles; }
accept_qqwing() { [[ $(grep -cxE '[1-9]{81}' "$output") -ge $(pick 20 100 10) ]]; }

prepare_xz() { head -c "$(pick 60000 200000 15000)" "$(library)" >"$inputs/plain"; }
command_xz() { argv=(usr/bin/xz -6 -T1 -c "$inputs/plain"); }
accept_xz() { xz -dc <"$output" | cmp -s - "$inputs/plain"; }

prepare_bzip2() {
	head -c "$(pick 60000 1200000 90000)" "$(library)" >"$inputs/plain"
	"$qemu" -L "$root" "$root/usr/bin/bzip2" -9 -c "$inputs/plain" >"$inputs/packed"
}
command_bzip2() { argv=(usr/bin/bzip2 -d -c "$inputs/packed"); }
accept_bzip2() { cmp -s "$output" "$inputs/plain"; }

prepare_gzip() { head -c "$(pick 300000 1000000 40000)" "$(library)" >"$inputs/plain"; }
command_gzip() { argv=(usr/bin/gzip -8 -n -c "$inputs/plain"); }
accept_gzip() { gzip -dc <"$output" | cmp -s - "$inputs/plain"; }

prepare_zstd() { head -c "$(pick 100000 500000 25000)" "$(library)" >"$inputs/plain"; }
command_zstd() { argv=(usr/bin/zstd --single-thread -q -13 -c "$inputs/plain"); }
accept_zstd() { "$qemu" -L "$root" "$root/usr/bin/zstd" -dcq <"$output" | cmp -s - "$inputs/plain"; }

command_python() { argv=(usr/bin/python3 -S -E tests/suite/data/queens.py "$(pick 6 8 1)"); }
accept_python() { grep -qx "$(pick 4 92 1)" "$output"; }

command_lua() { argv=(usr/bin/lua5.4 tests/suite/data/trees.lua "$(pick 2 30 3)"); }
accept_lua() { [[ $(wc -l <"$output") == 3 ]]; }

prepare_gawk() { "$make_input" text "$(pick 1000 4000 400)" >"$inputs/text"; }
command_gawk() { argv=(usr/bin/gawk -f tests/suite/data/tally.awk "$inputs/text"); }
accept_gawk() { grep -qE '^[a-z]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+$' "$output"; }

prepare_jq() { "$make_input" json "$(pick 500 5000)" >"$inputs/records"; }
command_jq() {
	argv=(usr/bin/jq -s -c 'group_by(.tags[0]) | map({tag: .[0].tags[0], n: length,
		best: (max_by(.score) | .name), mean: (map(.score) | add / length | floor)}) |
		sort_by(-.n) | .[0:5]' "$inputs/records")
}
accept_jq() { grep -q '^\[{"tag":"t' "$output"; }

prepare_minisat() { "$make_input" cnf "$(pick 120 200 140)" >"$inputs/formula"; }
command_minisat() { argv=(usr/bin/minisat -verb=1 "$inputs/formula"); }
status_minisat=10		# SATISFIABLE
accept_minisat() { [[ $(tail -n 1 "$output") == SATISFIABLE ]]; }

prepare_bc() { printf 'scale=%d\n4*a(1)\n' "$(pick 150 480 200)" >"$inputs/pi"; }
command_bc() { argv=(usr/bin/bc -lq) input=$inputs/pi; }
accept_bc() { grep -q '^3\.14159265358979' "$output"; }

# matrix ROWS COLUMNS
matrix() {
	awk -v rows="$1" -v columns="$2" 'BEGIN {
		for (i = 0; i < rows; i++)
			for (j = 0; j < columns; j++)
				printf "%g%s", (1 + (i * 5 + j * 11 + i * j) % 13) / 8, j == columns - 1 ? "\n" : ","
	}'
}

# The output of programs with vectors is compared with their output without.
prepare_nmf() {
	matrix "$(pick 32 128)" "$(pick 24 96)" >"$inputs/whole.csv"
	matrix "$(pick 32 128)" "$(pick 16 64)" >"$inputs/left.csv"
	matrix "$(pick 16 64)" "$(pick 24 96)" >"$inputs/right.csv"
	command_nmf
	"$qemu" -L "$root" "$root/${argv[0]}" "${argv[@]:1}" | residues >"$inputs/residues"
}
command_nmf() {
	argv=(usr/bin/mlpack_nmf -i "$inputs/whole.csv" -p "$inputs/left.csv" -q "$inputs/right.csv"
		-r "$(pick 16 64)" -m "$(pick 40 20)" -e 1e-15 -v)
}
residues() { sed -n 's/.*Iteration \([0-9]*\); residue \([0-9].*[0-9]\).*/\1 \2/p'; }
# Sums in another order round otherwise.
accept_nmf() {
	(($(residues <"$output" | wc -l) == $(pick 40 20) - 1)) &&
		paste <(residues <"$output") "$inputs/residues" |
			awk '$1 != $3 || $2 - $4 > 1e-3 * $4 || $4 - $2 > 1e-3 * $4 { bad = 1 } END { exit bad }'
}

prepare_dav1d() {
	"$make_input" y4m "$(pick 3 12)" >"$inputs/film.y4m"
	"$qemu" -L "$root" "$root/usr/bin/aomenc" --cpu-used=8 --passes=1 --threads=1 --ivf \
		-o "$inputs/film.ivf" "$inputs/film.y4m" >"$inputs/log" 2>&1
	command_dav1d
	"$qemu" -L "$root" "$root/${argv[0]}" "${argv[@]:1}" >"$inputs/sum"
}
command_dav1d() { argv=(usr/bin/dav1d --threads 1 -q -i "$inputs/film.ivf" -o - --muxer md5); }
accept_dav1d() { grep -qxE '[0-9a-f]{32}' "$output" && cmp -s "$output" "$inputs/sum"; }
