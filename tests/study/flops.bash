# SPDX-License-Identifier: GPL-2.0-or-later
#
# flops.bash - shared by the pages on FLOPS stacks: runs, and pictures of both stacks
#
# Sourced, never run; needs study.bash, and a report's $results and $out. Files are in $work, which
# is made here and deleted at the end.
#
#   flops_runs KIND            $work/runs: a line for each result of the job kind. Kernel, group, core,
#                              variant, instructions, cycles, width, peak, how many % of the operations
#                              are fused multiply-adds of all lanes; then the parts in % of the IPC
#                              stack, and of the FLOPS stack; then kernel and build alone, pipes
#                              and the cycles that one takes for a register, and operations, if the
#                              results have them. The IPC stack is that of issue, grouped by the same
#                              causes: waits for a load or a queue of loads and stores, waits for another
#                              instruction or a unit, and slots without instructions.
#   flops_runs_of CORE VARIANT these lines
#   flops_awk ...              awk with $parts, the column before the first part of the IPC stack
#                              (ipc), before the first of the FLOPS stack (flops), and the offset
#                              of a second run joined to a line (second)
#   flops_differences          from lines of runs on standard input: group, core, and the mean over its
#                              kernels of FLOPS part less IPC part, in the order of the parts
#   flops_differences_table    of these lines, as a table
#   flops_differences_plot FILE [WIDTH]  and as a picture, $out/FILE
#   flops_ideal FUSED DCACHE   from two files of runs, with and without misses: kernel; IPC, then in %:
#                              IPC of the width, FLOPS of the peak, the mem of both stacks, the gain of
#                              both with perfect data caches, and the part of FLOPS that then grows most,
#                              from and to
#   flops_ideal_table          of these lines, as a table
#   flops_ideal_plot KERNEL TITLE FILE FUSED DCACHE  the kernel's stacks with and without misses, $out/FILE
#   flops_style                gnuplot's, of a picture of stacks

readonly parts='base non_fma mask frontend non_vfp mem depend'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# In vectors, operations are micro-operations, as the slots of a core's width are.
flops_runs() {
	# shellcheck disable=SC2046 # paths without spaces
	jq -r --arg parts "$parts" '
		def share(whole): 100 * . / whole;
		. as $run | .stages.issue as $issue
		| {
			base: $issue.base,
			mem: ($issue.dcache + $issue.fine.l1d + $issue.fine.ldq),
			depend: ($issue.alu + $issue.depend + $issue.fine.ports),
			frontend: ($issue.icache + $issue.bpred
				+ ($issue.fine | .frontend + .registers + .tags + .serial + .flush))
		} as $ipc
		| ($parts | split(" ")) as $names
		| (if .pipes then $issue.base * .width else .instructions end) as $operations
		| (if .pipes then .pipes / .parts else .flops.slots_per_cycle / 2 end) as $units
		| (.flops | (.components.base - .components.non_fma) / .peak * $units) as $fused
		| [.kernel + (if .build then " " + .build else "" end), .group, .core, .variant,
		   .instructions, .cycles, .width, .flops.peak, ($fused * .cycles | share($operations))]
			+ [$names[] | ($ipc[.] // 0) | share($run.cycles)]
			+ [$names[] | $run.flops.components[.] | share($run.flops.peak)]
			+ [.kernel, .build, .pipes, .parts, $operations]
		| @tsv' $(study_results "$1") | sort >"$work/runs"
}

flops_runs_of() {
	awk -F'\t' -v core="$1" -v variant="$2" '$3 == core && $4 == variant' "$work/runs"
}

flops_awk() {
	awk -F'\t' -v OFS='\t' -v parts="$parts" -v ipc=9 -v flops=16 -v second=27 "$@"
}

flops_style() {
	cat <<-END
	array colours[7] = ["#9e9e9e", "#f6c85f", "#e07b39", "#8fb8de", "#7b5ea7", "#d1495b", "#2e6f95"]
	names = "$parts"
	set key outside right top noenhanced
	set style fill solid 0.9 noborder
	END
}

flops_ideal() {
	join -t$'\t' "$1" "$2" | flops_awk '
		function growth(i) { return $(second + flops + i) - $(flops + i) }
		BEGIN { count = split(parts, name, " ") }
		{
			grown = 2
			for (i = 3; i <= count; i++)
				if (growth(i) > growth(grown))
					grown = i
			print $1, $5 / $6, $(ipc + 1), $(flops + 1), $(ipc + 6), $(flops + 6),
				$(second + ipc + 1) - $(ipc + 1), growth(1), name[grown], $(flops + grown),
				$(second + flops + grown)
		}'
}

flops_differences() {
	local part text=$'{group}\t{core}'

	for part in $parts; do text+=$'\t'"{mean:$part:3}"; done
	{
		printf '%s\n' "group core $parts" | tr ' ' '\t'
		flops_awk '{
			printf "%s\t%s", $2, $3
			for (i = 1; i <= 7; i++)
				printf "\t%.17g", $(flops + i) - $(ipc + i)
			print ""
		}'
	} | study_numbers - by group,core "$text" | sort -t$'\t' -k2,2r -k1,1
}

flops_differences_table() {
	echo '| kernels | core | base | non_fma | mask | frontend | non_vfp | mem | depend |'
	echo '|:---|:---|---:|---:|---:|---:|---:|---:|---:|'
	awk -F'\t' '{
		printf "| %s | %s |", $1, $2
		for (i = 3; i <= 9; i++)
			printf " %+.1f |", $i
		print ""
	}'
}

flops_ideal_table() {
	echo '| kernel | IPC of width | FLOPS of peak | mem, IPC | mem, FLOPS | IPC gains | FLOPS gain | what grows most |'
	echo '|:---|---:|---:|---:|---:|---:|---:|:---|'
	awk -F'\t' '{
		grows = $11 - $10 < 0.05 ? "" : sprintf("`%s`, %.1f to %.1f", $9, $10, $11)
		printf "| %s | %.1f | %.1f | %.1f | %.1f | %+.1f | %+.1f | %s |\n", $1, $3, $4, $5, $6, $7, $8, grows
	}'
}

# Each part of a difference as a box: centre, half width, its lower and upper end, and which.
difference_boxes() {
	awk -F'\t' '{
		above = below = 0
		for (i = 1; i <= 7; i++) {
			value = $(i + 2)
			low = value < 0 ? below + value : above
			high = value < 0 ? below : above + value
			if (value < 0) below = low; else above = high
			printf "%d 0.35 %.4f %.4f %d\n", NR, low, high, i
		}
	}' "$1"
}

flops_differences_plot() {
	cat >"$work/plotted"
	difference_boxes "$work/plotted" >"$work/boxes"
	study_plot "$out/$1" "${2:-980}" 440 <<-END
	$(flops_style)
	set title "FLOPS stack less IPC stack, both of 100 %"
	set ylabel "%"
	set xrange [0.4:$(awk 'END { print NR + 0.6 }' "$work/plotted")]
	set xtics ($(awk -F'\t' '{ printf "%s\"%s, %s\" %d", (NR > 1 ? ", " : ""), $1, $2, NR }' "$work/plotted")) \
		rotate by -40 scale 0 font ",11" noenhanced
	set bmargin 9
	set rmargin 16
	set xzeroaxis lc rgb "#444444" lt 1
	plot for [i=1:7] "$work/boxes" using (\$5 == i ? \$1 : NaN):3:(\$1 - \$2):(\$1 + \$2):3:4 \
		with boxxyerror lc rgb colours[i] title word(names, i)
	END
}

# Scaled to the width: IPC and FLOPS as it is, and with perfect data caches.
flops_ideal_plot() {
	local kernel=$1 title=$2 file=$3 width peak

	read -r width peak < <(awk -F'\t' -v kernel="$kernel" '$1 == kernel { print $7, $8 }' "$4")
	flops_awk -v kernel="$kernel" -v width="$width" '
		function bar(place, before,   i, sum) {
			printf "%.1f", place
			for (i = 1; i <= 7; i++)
				printf " %.4f", sum += $(before + i) * width / 100
			print ""
		}
		$1 == kernel { bar(1 + shift, ipc); bar(2 + shift, flops); shift += 2.6 }' "$4" "$5" >"$work/example.bars"
	study_plot "$out/$file" 620 400 <<-END
	$(flops_style)
	set title "$title" noenhanced
	set ylabel "instructions a cycle"
	set y2label "GFLOPS"
	set yrange [0:$width]
	set y2range [0:$peak]
	set y2tics
	set xrange [0.4:5.2]
	set bmargin 3
	set xtics ("IPC" 1, "FLOPS" 2, "IPC\nno misses" 3.6, "FLOPS\nno misses" 4.6) scale 0
	set boxwidth 0.8
	plot for [i=7:1:-1] "$work/example.bars" using 1:(column(i + 1)) with boxes lc rgb colours[i] \
		title word(names, i)
	END
}
