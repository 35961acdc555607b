# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-perf.sh - in the guest, two harts: the driver's duties to perf, as TAP
#
# tests/system/usage.sh uses perf as people do; this tests where a driver goes wrong: the ring
# buffer itself, errors, rights, sharing a hart, harts and the module going and coming back.
set -eu
. /host/tap.sh
. /host/kallsyms.sh
. /host/guest-tools.sh

cp /host/ring /host/refusals /host/limits /host/busy /host/bpf /tmp

# Values of perf script's fields, the callchain's lines too: none matches PATTERN.
lacks()
{
	perf script -i $data -F "$1" >/tmp/fields
	! grep -E -- "$2" /tmp/fields
}

# Cycles that perf stat counts for a command; more of its options come first.
cycles_of()
{
	perf stat -x, -o /tmp/stat "$@" >/dev/null || return
	awk -F, '/tea/ { print $1; exit }' /tmp/stat
}

check_sysfs()
{
	cat $sysfs/caps/version $sysfs/caps/slots $sysfs/caps/events $sysfs/caps/interrupt \
		$sysfs/caps/max_precise $sysfs/format/mmode $sysfs/psv/* >/tmp/sysfs
	cat /tmp/sysfs
	printf '%s\n' 5.1 4 0x3ff 24 3 config1:0 '0 DR-L1 L1 instruction cache miss' \
		'2 DR-SQ store stalled at dispatch by a full store queue' \
		'1 DR-TLB L1 instruction TLB miss' '4 FL-EX instruction caused an exception' \
		'3 FL-MB mispredicted branch' '5 FL-MO memory ordering violation' \
		"9 ST-CO load that waits for another hart's copy of the line" \
		'6 ST-L1 L1 data cache miss' \
		'8 ST-LLC last-level cache miss caused by a load' \
		'7 ST-TLB L1 data TLB miss' | cmp - /tmp/sysfs
}

# "WORDS SAMPLES" of the recording.
words_and_samples()
{
	perf report -i $data --stats 2>/dev/null |
		awk '/AUX_OUTPUT_HW_ID/ { words = $3 } /^ *SAMPLE events/ && !samples { samples = $3 }
			END { print words + 0, samples + 0 }'
}

# One record of the whole period for each sample, with a word before it; with -R, no word.
check_records()
{
	for period in '' -P; do
		recorded 20 -e tea// -c 50000 $period -- ./busy 100000 || return
		set -- $(words_and_samples)
		echo "$1 words, $2 samples"
		[ "$2" -gt 0 ] && [ "$1" -ge "$2" ] || return
	done
	perf script -i $data -F period -G | sort | uniq -c
	[ "$(perf script -i $data -F period -G | awk 'NF { print $1 }' | sort -u)" = 50000 ] || return
	recorded 20 -e tea// -R -c 50000 -- ./busy 100000 || return
	set -- $(words_and_samples)
	echo "$1 words, $2 samples with raw records"
	[ "$2" -gt 0 ] && [ "$1" -eq 0 ]
}

# p, pp, ppp, and P, as high as the driver says.
check_precise()
{
	for precise in p pp ppp P; do
		recorded 20 -e tea//$precise -c 50000 -- ./busy 100000 || return
		perf evlist -v -i $data | grep -o 'precise_ip: [0-9]*'
	done
	perf evlist -v -i $data | grep -q 'precise_ip: 3'
}

# perf's own memory options. Which data there are the unit knows: ring.c has it.
check_memory()
{
	recorded 20 -d -W -e tea//u -c 50000 -- ./busy 100000 || return
	perf script -i $data -F addr,weight,data_src -G | grep . | head -n 3
	[ "$(perf script -i $data -F addr,weight -G | grep -c .)" -ge 20 ]
}

# The first event of all: the kernel's code is in no cache yet while interrupts are off.
check_frequency()
{
	recorded 10 -F 4000 -e tea// -- ./busy 300000 || return
	perf script -i $data -D >/tmp/records || return
	! grep -a LOST_SAMPLES /tmp/records
}

# A group that may be taken apart: its events take turns, so the program lasts some of them.
check_weak_group()
{
	perf stat -x, -o /tmp/stat -e '{tea//u,tea//k}:W' -- ./busy 3000000 >/dev/null || return
	cat /tmp/stat
	[ "$(grep -c '^[0-9].*tea//' /tmp/stat)" -eq 2 ]
}

# The same program alone and beside another on the same hart: equal counts.
check_sharing()
{
	alone=$(cycles_of -e tea//u taskset 2 ./busy 500000) || return
	taskset 2 ./busy 1500000 &
	beside=$(cycles_of -e tea//u taskset 2 ./busy 500000) || return
	wait $!
	close_to "$alone" "$beside" 5
}

# Both sample, each its own task, on one hart: nothing of one goes to the other.
# Where perf itself keeps to the limits, it lowers the rate for good when samples take long.
ring_shared()
{
	sysctl -q -w kernel.perf_event_max_sample_rate=100000
	taskset 2 ./ring shared
}

check_two_tasks()
{
	ring_shared >/tmp/other.tap &
	ring_shared >/tmp/this.tap || return
	wait $! || return
	! grep -h '^not' /tmp/this.tap /tmp/other.tap
}

# Two events on one hart take turns, and say so.
check_turns()
{
	perf stat -x, -o /tmp/stat -e tea//u -e tea//u -- ./busy 3000000 >/dev/null || return
	cat /tmp/stat
	awk -F, '/tea/ { n++; share += $5; if ($1 < 1000 || $5 > 90) bad = 1 }
		END { exit !(n == 2 && !bad && share > 80 && share < 120) }' /tmp/stat
}

check_exclusions()
{
	all=$(cycles_of -e tea//uk ./busy 200000) || return
	user=$(cycles_of -e tea//u ./busy 200000) || return
	kernel=$(cycles_of -e tea//k ./busy 200000) || return
	echo "all $all, user $user, kernel $kernel"
	close_to "$all" $((user + kernel)) 10
}

check_threads()
{
	perf record -q -o $data -e tea// -c 100000 -- ./busy 200000 threads || return
	perf script -i $data -F tid -G | sort -u >/tmp/tids
	[ "$(grep -c . /tmp/tids)" -ge 3 ]
}

check_rights()
{
	sysctl -q -w kernel.perf_event_paranoid=2
	tap_program 'as anybody' as_nobody /tmp/refusals unprivileged
	rm -f $data
	# Linux 6.12.117 refuses a chain of kernel callers, and perf's fallback still asks for it
	tap_check 'anybody: plain perf record falls back to user code' as_nobody \
		perf record -q -g --user-callchains -o $data -e tea// -c 20000 -P -- /tmp/busy 200000
	tap_check 'anybody: has samples' grep -q . $data
	tap_check 'anybody: no kernel address, no kernel callchain' lacks ip,sym 'ffff[0-9a-f]{12}'
	tap_fails 'anybody: all of the machine is refused' 'ermission|Access|paranoid' as_nobody \
		perf record -q -o /tmp/nobody.data -a -e tea// -- /tmp/busy 1
	sysctl -q -w kernel.perf_event_paranoid=1
	tap_program 'as anybody, with the kernel' as_nobody /tmp/refusals kernel
	tap_program 'as anybody, with the kernel' as_nobody /tmp/ring unprivileged
	sysctl -q -w kernel.perf_event_paranoid=-1
}

check_hotplug()
{
	tap_check 'a hart goes and comes back under -a' recorded 20 -a -e tea// -c 500000 -- \
		/bin/sh /host/guest-perf.sh hotplug_storm
	tap_check 'a hart goes and comes back under inherited events' \
		recorded 20 -e tea// -c 500000 -- /bin/sh /host/guest-perf.sh hotplug_storm
	tap_check 'the hart that came back takes samples' \
		recorded 20 -e tea// -c 50000 -- taskset 2 ./busy 200000
	tap_check '... as the contract says' ring_shared
}

check_module()
{
	tap_fails 'unloading under an open event is refused' 'in use|busy|unavailable' \
		perf stat -e tea// -- rmmod tea_pmu
	for i in 1 2 3; do
		tap_check "unload and load, round $i" sh -c 'rmmod tea_pmu && [ ! -e $0 ] &&
			modprobe tea_pmu && [ -e $0 ]' $sysfs
	done
	tap_check 'and it works' recorded 20 -e tea// -c 50000 -- ./busy 200000
}

if [ $# -gt 0 ]; then
	"$@"
	exit
fi
tap_check '-F 4000 loses nothing from its first sample on' check_frequency
tap_check 'sysfs says what the unit can do' check_sysfs
tap_program 'root' ./refusals
tap_program 'ring' ./ring
tap_program 'limits' ./limits
tap_check 'records and words, with and without periods' check_records
tap_check 'precise_ip is taken as high as perf has it' check_precise
tap_check 'perf record -d -W' check_memory
tap_check 'exclusions: user and kernel make up all' check_exclusions
tap_check 'a count does not depend on who shares the hart' check_sharing
tap_check 'two tasks sample on one hart: both exact' check_two_tasks
tap_check 'two events on one hart take turns' check_turns
tap_check 'threads are inherited' check_threads
tap_check '--call-graph dwarf' recorded 20 -e tea// -c 50000 --call-graph dwarf -- ./busy 100000
tap_fails '-b is refused' 'not supported|sampling|branch' \
	perf record -q -o $data -b -e tea// -- ./busy 1
tap_check '-c 9999 is refused as a number out of range' refused 'out of range' \
	'period is shorter' -e tea// -c 9999
tap_check 'a config is refused as no event' refused 'event is not supported' \
	'name no event' -e tea/config=1/
tap_check 'a stage that there is not is no event of the unit' refused 'event is not supported' \
	'unit lacks' -e tea/stage=2/
tap_check 'an event twice in a group is refused' refused 'Bad file descriptor) for event (tea//k)' \
	'one event of it in a group' -e '{tea//u,tea//k}'
tap_check '... but not in a weak one' check_weak_group
check_rights
check_hotplug
if [ -e /sys/module/tea_pmu/initstate ]; then
	tap_program 'BPF' ./bpf
	check_module
else
	tap_skip 'BPF' 'the kernel itself runs the program: the driver is built in'
	tap_skip 'unload and load' 'the driver is built in'
fi
tap_end
