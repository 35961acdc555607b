# SPDX-License-Identifier: GPL-2.0-or-later
#
# tickless.sh - in the guest, of four harts, 1 to 3 without ticks: two at work, 0 and 2, and one that
# records all of them for 40 ms
. /host/guest.sh
. /host/tap.sh

# work MASK: in its hart's memory, few instructions a cycle
work()
{
	taskset "$1" "$programs/st_llc" 1000000000 &
}

# ticks HART: in the recording
ticks()
{
	perf script -i /tmp/tickless.data -C "$1" -F event,trace 2>/dev/null |
		grep -c 'hrtimer_expire_entry:.*function=tick' || :
}

# ticks_within HART LEAST MOST
ticks_within()
{
	count=$(ticks "$1")
	echo "$count ticks"
	[ "$count" -ge "$2" ] && [ "$count" -le "$3" ]
}

# sampled HART: 40 ms of 3.2 GHz are 1,279 samples; perf itself takes the time until it sleeps.
sampled()
{
	count=$(perf script -i /tmp/tickless.data -C "$1" -F event | grep -c tea)
	echo "$count samples"
	[ "$count" -ge 1279 ] && [ "$count" -le 1700 ]
}

work 1
work 4
sleep 1
tap_check 'harts without ticks' grep -x 1-3 /sys/devices/system/cpu/nohz_full
perf record -q -a -o /tmp/tickless.data -e tea/period=100003/ -e timer:hrtimer_expire_entry sleep 0.04
tap_check 'at 250 Hz hart 0 has ten ticks in 40 ms' ticks_within 0 9 15
tap_check 'hart 2, without, next to none' ticks_within 2 0 3
tap_check 'its samples are all there' sampled 2
tap_check '... as those of hart 0' sampled 0
tap_check 'no stall, no warning' sh -c '! dmesg | grep -iE "detected stall|lockup|blocked for"'
kill %1 %2
tap_end
