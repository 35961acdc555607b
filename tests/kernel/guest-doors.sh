# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-doors.sh - in the guest, by the device tree that it was given, as TAP
#
#   guest-doors.sh both | tagged | alone | stock
set -eu
. /host/tap.sh
. /host/kallsyms.sh
. /host/guest-tools.sh

devices=/sys/bus/event_source/devices
cp /host/busy /host/doors /tmp

check_pmus()
{
	ls $devices
	[ -e $devices/tea ] && [ -e $devices/tea_pesa ]
}

check_record()
{
	perf record -q -o /tmp/data -c 50000 -e tea//u -- ./busy 200000 || return
	perf script -i /tmp/data -F comm,event | sort | uniq -c
	[ "$(perf script -i /tmp/data -F comm | grep -c busy)" -gt 20 ]
}

# What it cannot know is not offered.
check_offer()
{
	ls $devices/tea $devices/tea/events
	[ "$(cat $devices/tea/caps/countdowns)" = 1 ] && [ "$(cat $devices/tea/caps/memory)" = 0 ] &&
		[ "$(cat $devices/tea/caps/interrupt)" = 13 ]
}

# Kernel and user: the driver's own code is in the same registers.
check_kernel()
{
	perf record -q -o /tmp/data -a -c 100000 -e tea//k -- ./busy 100000 || return
	perf script -i /tmp/data -F ip,sym | sort | uniq -c | sort -rn | head -5
	[ "$(perf script -i /tmp/data -F ip -G | grep -c .)" -gt 20 ]
}

check_refused()
{
	dmesg | grep 'tea_pmu pmu-pesa'
	dmesg | grep "tea_pmu pmu-pesa: .*interrupt 13 is another driver's: leave sscofpmf out"
}

check_stock()
{
	perf record -q -o /tmp/data -c 100000 -e cycles:u -- ./busy 200000 || return
	[ "$(perf script -i /tmp/data -F comm | grep -c busy)" -gt 5 ]
}

# Tagged instructions of the program that has loads of all kinds: $tagged NAME=VALUE,... ARG...
record_tagged()
{
	terms=$1
	shift
	perf record -q -o /tmp/data -d -W -c 10007 -e "tea_decoded/$terms/u" "$@" -- ./doors work
}

# Of each sample on a line: data's address, latency from issue to data, instruction, source.
show_tagged()
{
	perf script -i /tmp/data -F addr,weight,ip,data_src
}

# all_tagged LEAST PATTERN: there are so many samples, and each has the pattern.
all_tagged()
{
	show_tagged >/tmp/lines
	head -5 /tmp/lines
	echo "$(grep -c . /tmp/lines) samples, $(grep -cv "$2" /tmp/lines) without $2"
	[ "$(grep -c . /tmp/lines)" -ge "$1" ] && ! grep -v "$2" /tmp/lines
}

check_pmu()
{
	head $devices/tea_decoded/format/* $devices/tea_decoded/events/* $devices/tea_decoded/caps/* && [ "$(cat $devices/tea_decoded/caps/interrupt)" = 13 ] &&
		[ "$(cat $devices/tea_decoded/format/latency)" = config:3-14 ]
}

check_loads()
{
	record_tagged load=1 && all_tagged 70 '|OP LOAD|'
}

# Loads from memory are of the array, as the program has it, and take thrice as long as from L2.
check_mem_report()
{
	perf mem report -i /tmp/data --stdio -F local_weight,mem,symbol_daddr 2>/dev/null | grep -v '^#' >/tmp/report
	tail -5 /tmp/report
	awk 'NR == FNR { first = $1 ""; end = $2 ""; next }
		/RAM hit/ { match($0, /0x[0-9a-f]+/); at = substr($0, RSTART + 2, RLENGTH - 2) "" }
		/RAM hit/ { n++; cycles += $1; if (at < first || at >= end) bad++ }
		/L2 hit/ { near++; few += $1 }
		END { printf "%d of memory, %d elsewhere, %d cycles; %d of L2, %d cycles\n", n, bad, cycles, near, few
			exit !(n > 20 && near > 5 && !bad && cycles / n > 3 * few / near) }' /host/array /tmp/report
}

check_stores()
{
	record_tagged stores && all_tagged 70 '|OP STORE|'
}

check_transfers()
{
	perf record -q -o /tmp/data -c 10007 -e tea_decoded/transfers/u -- ./doors work || return
	perf script -i /tmp/data -F ip,sym >/tmp/lines
	awk '{ print $2 }' /tmp/lines | sort | uniq -c
	[ "$(grep -c ' main\| mix' /tmp/lines)" -gt 100 ]
}

# From issue to data, as the weight has it.
check_latency()
{
	record_tagged load=1,latency=30,latsel=3 || return
	perf script -i /tmp/data -F weight >/tmp/lines
	sort -n /tmp/lines | uniq -c | tail -4
	awk '{ n++; if ($1 < 30) bad++ }
		END { printf "%d samples, %d too short\n", n, bad; exit !(n > 20 && !bad) }' /tmp/lines
}

# L1MISS
check_events()
{
	record_tagged load=1,mask=0x8000000000,match=0x8000000000 || return
	all_tagged 20 '|OP LOAD|' && ! grep 'LVL L1 hit' /tmp/lines
}

# Decoded without those of a wrong path, so as many as retire.
check_counts()
{
	perf stat -x, -e tea_decoded//u,tea/instructions/u -o /tmp/stat -- ./doors work || return
	cat /tmp/stat
	decoded=$(awk -F, '$3 ~ /decoded\/\// { print $1 }' /tmp/stat)
	close_to "$decoded" "$(awk -F, '$3 ~ /instructions/ { print $1 }' /tmp/stat)" 1
}

# Time from one unit, addresses from the other, in one file.
check_one_file()
{
	perf record -q -o /tmp/data -d -W -c 10007 -e tea//u -e tea_decoded/load=1/u -- ./doors work || return
	perf script -i /tmp/data -F event | sort | uniq -c
	perf mem report -i /tmp/data --stdio 2>/dev/null | grep -v '^#' | head -8
	[ "$(perf script -i /tmp/data -F event | grep -c tea//u)" -gt 100 ] &&
		[ "$(perf script -i /tmp/data -F event | grep -c tea_decoded)" -gt 70 ]
}

check_no_event()
{
	for terms in load=1,transfer=1 latsel=5 inv=1 match=1; do
		! perf record -q -o /tmp/data -e "tea_decoded/$terms/u" -- ./busy 1 2>/tmp/said || return
		cat /tmp/said
	done
	! perf stat -e tea_decoded/latency=9/u -- ./busy 1 2>&1 | grep -E '^ +[0-9,]+ +tea_decoded'
}

# One interrupt, two units: neither keeps the other from it.
check_all_at_once()
{
	perf record -q -o /tmp/data -c 20011 -e tea//u -e tea_pesa//u -e tea_decoded/load=1/u \
		-e tea/instructions/u -- ./doors work || return
	perf script -i /tmp/data -F event | sort | uniq -c | tee /tmp/counts
	[ "$(grep -c . /tmp/counts)" = 4 ] && awk '$1 < 35 { exit 1 }' /tmp/counts
}

# As much of the time as the driver takes at most: it is to lose no sample.
echo 100 >/proc/sys/kernel/perf_cpu_time_max_percent

case $1 in
both)
	tap_check 'a PMU by each door' check_pmus
	tap_program 'both at once' ./doors
	;;
tagged)
	tap_check 'a PMU of its own' check_pmu
	tap_check 'loads, with addresses, sources and latencies' check_loads
	tap_check 'perf mem report' check_mem_report
	tap_check 'stores' check_stores
	tap_check 'transfers of control' check_transfers
	tap_check 'slow loads alone' check_latency
	tap_check 'misses alone' check_events
	tap_check 'counts' check_counts
	tap_check 'time and addresses in one file' check_one_file
	tap_check 'what means nothing is refused' check_no_event
	tap_check 'beside both doors' check_all_at_once
	;;
alone)
	tap_check 'it is tea//' check_record
	tap_check 'with what Sspesa has' check_offer
	tap_check 'the kernel, too' check_kernel
	;;
stock)
	tap_check 'the driver leaves it alone, and says why' check_refused
	tap_check "the kernel's own driver samples cycles" check_stock
	tap_check 'tea// goes by the unit' check_record
	;;
esac
tap_end
