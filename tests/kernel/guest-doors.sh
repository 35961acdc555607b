# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-doors.sh - in the guest, by the device tree that it was given, as TAP
#
#   guest-doors.sh both | alone | stock
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

# As much of the time as the driver takes at most: it is to lose no sample.
echo 100 >/proc/sys/kernel/perf_cpu_time_max_percent

case $1 in
both)
	tap_check 'a PMU by each door' check_pmus
	tap_program 'both at once' ./doors
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
