#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-debug.sh y|m - guest-perf.sh and guest-stat.sh on the kernel of debug-kernel, with the
# driver built in or a module, then that kernel's complaints
#
# Warnings panic on the guest; lockdep and the like only write to the log.
. /host/tap.sh
. /host/guest-tools.sh
built=$1

is_built()
{
	[ -e $sysfs ] || return
	case $built in
	y) [ ! -e /sys/module/tea_pmu/initstate ] ;;
	m) [ -e /sys/module/tea_pmu/initstate ] ;;
	esac
}

quiet()
{
	dmesg >/tmp/kernel.log
	! grep -m 12 -E 'WARNING:|BUG:|INFO: |ODEBUG|[Ss]uspicious|Call Trace' /tmp/kernel.log
}

status=0
cp /host/busy /tmp
tap_check 'samples that are due as their task goes to sleep' \
	recorded 100 -e tea// -c 10007 -- ./busy 20000 sleeps
for test in perf stat; do
	sh /host/guest-$test.sh || status=$?
done
tap_check "the driver is there, built as '$built'" is_built
tap_check 'lockdep is there, and has not given up' grep -E 'debug_locks: *1' /proc/lockdep_stats
tap_check 'the kernel has nothing to complain of' quiet
tap_end && exit $status
