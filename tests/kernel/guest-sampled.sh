# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-sampled.sh - in the guest, two harts, units modelled only around their samples: TAP on standard
# error, a recording on standard output
set -eu
exec 3>&1 >&2
. /host/tap.sh
. /host/kallsyms.sh
. /host/guest-tools.sh

cp /host/busy /tmp

check_caps()
{
	[ "$(cat $sysfs/caps/estimates)" = 1 ]
}

# Samples of so many cycles each are as many as perf stat counts of the same, two threads beside.
check_count()
{
	perf stat -x, -o /tmp/stat -e tea//u -- ./busy 400000 threads >/dev/null || return
	recorded 40 -e tea//u -c 100000 -- ./busy 400000 threads || return
	close_to "$(awk -F, '/tea/ { print $1 }' /tmp/stat)" $((got * 100000)) 10
}

# What needs each instruction has it: the same count as often as it is taken.
check_instructions()
{
	for turn in 1 2; do
		perf stat -x, -o /tmp/stat -e tea/instructions/u -- ./busy 200000 >/dev/null || return
		awk -F, '/instructions/ { print $1 }' /tmp/stat >/tmp/count.$turn
	done
	cat /tmp/count.1 /tmp/count.2
	close_to "$(cat /tmp/count.1)" "$(cat /tmp/count.2)" 1
}

check_frequency()
{
	recorded 50 -a -F 4000 -e tea// -- ./busy 400000 threads || return
	! perf script -i $data -D | grep -a LOST_SAMPLES
}

tap_check 'sysfs says that cycles are estimated' check_caps
tap_check 'samples are as many as counted cycles' check_count
tap_check 'retired instructions are counted one by one' check_instructions
tap_check '4 kHz on both harts, with no sample lost' check_frequency
cat $data >&3
