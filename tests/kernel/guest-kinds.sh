# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-kinds.sh - in the guest, two harts, one of which samples cycles alone: the driver takes one
# kind, logs the hart that it leaves out, and offers that kind's events, as TAP
set -eu
. /host/tap.sh
. /host/kallsyms.sh
. /host/guest-tools.sh

cp /host/refusals /host/busy /tmp
left_out=$(dmesg | sed -n 's/.*CPU \([01]\) left out: its unit is not like.*/\1/p')
used=$((1 - ${left_out:-9}))
countdowns=$(cat $sysfs/caps/countdowns)

check_line()
{
	dmesg | grep 'tea_pmu pmu-tea'
	[ "$(dmesg | grep -c 'tea_pmu pmu-tea')" -eq 1 ] && [ -n "$left_out" ]
}

# Those of the hart that is used: all, or cycles alone.
check_events()
{
	echo "countdowns $countdowns, stacks $(cat $sysfs/caps/stacks)"
	case $countdowns in
	1) [ "$(cat $sysfs/caps/stacks)" = 0 ] && [ "$(ls $sysfs/events | xargs)" = 'CYCLES.HART dispatch' ] ;;
	7) [ "$(cat $sysfs/caps/stacks)" = 15 ] && [ -e $sysfs/events/taken ] &&
		[ -e $sysfs/events/commit_base ] ;;
	*) return 1 ;;
	esac
}

check_all()
{
	perf record -q -o $data -a -c 50000 -e tea// -- taskset $((1 << used)) ./busy 100000 || return
	perf script -i $data -F cpu -G | sort | uniq -c
	[ "$(perf script -i $data -F cpu -G | sort -u | tr -dc '01\n' | sed 's/0*\(.\)/\1/')" = "$used" ]
}

check_missing()
{
	perf stat -x, -o /tmp/missing -C "$left_out" -e tea// -- \
		taskset $((1 << left_out)) ./busy 10000 || return
	cat /tmp/missing
	grep '<not counted>' /tmp/missing
}

# It stays left out, without a line more.
check_hotplug()
{
	echo 0 >$cpu1 && echo 1 >$cpu1 && check_line && check_all && check_missing
}

tap_check 'a line says which hart is left out' check_line
tap_check 'the events are those of the other one' check_events
if [ "$countdowns" = 7 ]; then
	tap_check 'taken branches are sampled' recorded 20 -e tea/taken/u -c 10000 -- \
		taskset $((1 << used)) ./busy 200000
else
	tap_program 'cycles alone' ./refusals plain
fi
tap_check 'perf record -a: the hart that is used' check_all
tap_check 'on the other one nothing is counted' check_missing
tap_check 'a hart goes and comes back' check_hotplug
tap_end
