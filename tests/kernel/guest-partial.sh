# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-partial.sh - in the guest, two harts, a unit on hart 0 alone, and a node too many, as TAP
#
# perf's default behaviour (-a on all CPUs, tasks that move) has to work, and to report nothing
# counted for the other hart.
set -eu
. /host/tap.sh
. /host/kallsyms.sh

cp /host/busy /tmp
cd /tmp
data=/tmp/guest-partial.data
# The kernel's numbers of the hart with a unit, 0, and of the other one.
with=$(awk '/^processor/ { cpu = $3 } /^hart/ && $3 == 0 { print cpu }' /proc/cpuinfo)
without=$((1 - with))

cpus_recorded()
{
	perf script -i $data -F cpu -G | sort -u | tr -d '[] \n' | sed 's/0*\(.\)/\1/'
}

check_all()
{
	perf record -q -o $data -a -c 50000 -e tea// -- taskset $((1 << with)) ./busy 100000 || return
	perf script -i $data -F cpu -G | sort | uniq -c
	[ "$(cpus_recorded)" = $with ]
}

check_missing()
{
	perf stat -x, -o /tmp/missing -C $without -e tea// -- taskset $((1 << without)) ./busy 10000 || return
	cat /tmp/missing
	grep '<not counted>' /tmp/missing
}

# Only the part before the program has moved is counted there, and perf would scale it up to the
# whole time.
check_task()
{
	perf stat --no-scale -x, -o /tmp/there -e tea//u -- taskset $((1 << with)) ./busy 1000000 || return
	perf stat --no-scale -x, -o /tmp/missing -e tea//u -- taskset $((1 << without)) ./busy 1000000 || return
	cat /tmp/there /tmp/missing
	awk -F, '/tea/ { print $1 + 0 }' /tmp/there /tmp/missing | xargs |
		awk '{ exit !($1 > 3000000 && $2 < $1 / 5) }'
}

# tea stack notes that perf has scaled up.
check_stack()
{
	tea stack -- sh -c "taskset $((1 << without)) ./busy 100000; taskset $((1 << with)) ./busy 100000" \
		>/tmp/stack || return
	cat /tmp/stack
	grep '^# note *perf counted for [0-9.]*% of the time.*estimates' /tmp/stack
}

# A line says so, and the first node's unit goes on: the tests below are of it.
check_second_node()
{
	dmesg | grep 'tea_pmu pmu-tea-again:' >/tmp/again
	cat /tmp/again
	[ "$(grep -c "another node has the harts' units" /tmp/again)" -eq 1 ] &&
		[ ! -e /sys/bus/platform/devices/pmu-tea-again/driver ] &&
		[ -e /sys/bus/platform/devices/pmu-tea/driver ]
}

tap_check 'a second node is refused' check_second_node
tap_check 'two harts are there' test "$(nproc)" = 2
tap_check 'perf record -a: the hart with a unit' check_all
tap_check 'a task: counted where there is a unit' check_task
tap_check 'tea stack of a task that moves: how long it was counted' check_stack
tap_check 'a CPU without a unit: nothing is counted' check_missing
tap_end
