# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-metrics.sh - in the guest: perf stat -M of a perf that has our events, as TAP
set -eu
. /host/tap.sh
. /host/guest-tools.sh

cp /host/perf /host/busy /host/st_llc /tmp

# METRIC COMPONENTS: the components at dispatch that its slots have. Written down apart from the
# driver's own table.
cat >/tmp/tree <<-'END'
	TOPDOWN.RETIRING.RATE base
	TOPDOWN.BAD_SPECULATION.RATE bpred flush
	TOPDOWN.FRONTEND_BOUND.RATE l1i itlb frontend
	TOPDOWN.BACKEND_BOUND.RATE llc memory dtlb stq order alu depend l1d ports registers ldq tags serial
	TOPDOWN.BAD_SPECULATION.MISPRED.RATE bpred
	TOPDOWN.BACKEND_BOUND.CORE_BOUND.RATE alu depend ports registers tags serial
	TOPDOWN.BACKEND_BOUND.MEMORY_BOUND.RATE llc memory dtlb stq order l1d ldq
	TOPDOWN.BACKEND_BOUND.CORE.SERIALIZING.RATE serial
	TOPDOWN.BACKEND_BOUND.MEMORY_BOUND.ADDR_BOUND.RATE dtlb
	TOPDOWN.BACKEND_BOUND.MEMORY_BOUND.DATA_BOUND.RATE llc memory order l1d
	TOPDOWN.BACKEND_BOUND.MEMORY_BOUND.DATA_BOUND.L1_BOUND.RATE order l1d
	TOPDOWN.BACKEND_BOUND.MEMORY_BOUND.DATA_BOUND.LL_BOUND.RATE llc
	TOPDOWN.BACKEND_BOUND.MEMORY_BOUND.DATA_BOUND.EXTERNAL_MEM_BOUND.RATE memory
END

# perf stat's rounding of a share, in %.
rounding=0.05

# "METRIC VALUE" of perf stat -x';' in FILE: fields 6 and 7 are a metric's value, and unit and name.
metrics_of()
{
	awk -F';' '$7 { n = split($7, word, " "); print word[n], $6 }' "$1"
}

# WANTED: so many shares are all.
sum_to_all()
{
	awk -v wanted="$1" -v rounding=$rounding '{ print; n++; sum += $2 }
		END { print sum; exit !(n == wanted && sum >= 100 - n * rounding && sum <= 100 + n * rounding) }'
}

check_list()
{
	/tmp/perf list --no-desc metrics >/tmp/list 2>&1 || return
	sed -n 's/.*"MetricName": "\(.*\)",/\1/p' /host/tea.json >/tmp/names
	while read -r name; do
		grep -q "^ *$name$" /tmp/list || { echo "no $name"; return 1; }
	done </tmp/names
	[ "$(grep -c . /tmp/names)" = 35 ]
}

check_stages()
{
	for stage in dispatch issue commit; do
		/tmp/perf stat -x';' -o /tmp/stage -M tea_$stage ./busy 300000 >/dev/null || return
		metrics_of /tmp/stage | sum_to_all 7 || return
	done
}

# Names, then values.
check_topdown()
{
	/tmp/perf stat --topdown ./busy 300000 2>/tmp/topdown || return
	awk '/TOPDOWN/ { gsub("%", ""); n = split($0, name, " "); next }
		n { for (i = 1; i <= n; i++) print name[i], $i; exit }' /tmp/topdown | sum_to_all 4
}

# tea stack as it is used, with the metrics counted in the very same run: /tmp/counts has all.
stack()
{
	mkdir -p /tmp/between
	{
		echo '#!/bin/sh'
		echo 'shift; /tmp/perf stat -M TopdownL1,TopdownL2,TopdownL3,TopdownL4,IPC "$@" || exit'
		echo 'while [ "$1" != -o ]; do shift; done'
		echo 'cp "$2" /tmp/counts; grep -E "tea/(dispatch|issue|commit|flops)_" /tmp/counts >"$2"'
	} >/tmp/between/perf
	chmod +x /tmp/between/perf
	PATH=/tmp/between:$PATH tea stack --as cycles --fine --format csv "$@"
}

# "METRIC SHARE SLOTS", by the components of dispatch in the stack, in cycles.
shares_of_stack()
{
	awk -F, -v width="$(cat $sysfs/caps/width)" '
		FILENAME == "/tmp/stack.csv" && FNR == 1 { for (i = 2; i <= NF; i++) name[i] = $i }
		FILENAME == "/tmp/stack.csv" && $1 == "dispatch" {
			for (i = 2; i <= NF; i++) cycles[name[i]] = $i
			for (i = split("base icache bpred dcache alu depend other", cause, " "); i; i--)
				total += cycles[cause[i]]
		}
		FILENAME == "/tmp/tree" {
			n = split($0, word, " ")
			sum = 0
			for (i = 2; i <= n; i++) sum += cycles[word[i]]
			printf "%s %.3f %d\n", word[1], 100 * sum / total, sum * width
		}' /tmp/stack.csv /tmp/tree
}

# A program that waits for memory. perf cuts a line's unit and name after 63 characters.
check_against_stack()
{
	stack -- ./st_llc 200000 >/tmp/stack.csv || return
	metrics_of /tmp/counts >/tmp/metrics
	shares_of_stack | while read -r name share slots; do
		echo "$share $(awk -v name="$name" 'index(name, $1) == 1 && length($1) > 59 || $1 == name { print $2 }' \
			/tmp/metrics) $slots $name"
	done >/tmp/both
	echo 'stack  metric  slots' && cat /tmp/both
	awk -v rounding=$rounding '{ n++; d = $1 > $2 ? $1 - $2 : $2 - $1; bad += NF != 4 || d > rounding + 0.001 }
		/EXTERNAL_MEM/ { memory = $1 }
		END { exit !(n == 13 && !bad && memory > 50) }' /tmp/both
}

# The slots of each event of the first level are those of the stack, one by one.
check_slots()
{
	grep 'RATE$' /tmp/both | head -n 4 | sed 's/RATE$/SLOTS/' | while read -r _ _ slots event; do
		awk -F';' -v event="$event" '$3 == event { print $1; exit }' /tmp/counts | {
			read -r counted
			echo "$event $counted stack $slots"
			[ "$counted" = "$slots" ]
		} || return
	done
}

check_ipc()
{
	awk -F';' '$3 == "INST.RET" { instructions = $1; ipc = $6 } $3 == "CYCLES.HART" { cycles = $1 }
		END { print instructions, cycles, ipc
			d = instructions / cycles - ipc
			exit !(cycles && d < 0.06 && d > -0.06) }' /tmp/counts
}

# Only what was compiled in for this core: the events it has, by sysfs.
check_stock()
{
	[ -z "$(perf list --no-desc metrics 2>&1 | grep TOPDOWN)" ] &&
		! perf stat -M TopdownL1 ./busy 100
}

tap_check 'perf list has the metrics' check_list
tap_check 'stage stacks: the shares of each stage are all' check_stages
tap_check 'perf stat --topdown: the shares are all' check_topdown
tap_check 'top-down analysis: as tea stack in the same run, to the digit' check_against_stack
tap_check '... whose slots are the same, each one' check_slots
tap_check 'IPC is of instructions and cycles' check_ipc
tap_check "the distribution's perf has no metrics of ours" check_stock
[ "$tap_failures" -eq 0 ] && tap_show /tmp/both
tap_end
