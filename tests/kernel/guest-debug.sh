#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-debug.sh - guest-perf.sh and guest-stat.sh on the kernel of debug-kernel, then what that
# kernel found
#
# Warnings panic on the guest; lockdep and the like only write to the log.
. /host/tap.sh

quiet()
{
	dmesg >/tmp/kernel.log
	! grep -m 12 -E 'WARNING:|BUG:|INFO: |ODEBUG|[Ss]uspicious|Call Trace' /tmp/kernel.log
}

status=0
for test in perf stat; do
	sh /host/guest-$test.sh || status=$?
done
tap_check 'the driver is built in' test ! -e /sys/module/tea_pmu/initstate -a \
	-e /sys/bus/event_source/devices/tea
tap_check 'lockdep is there, and has not given up' grep -E 'debug_locks: *1' /proc/lockdep_stats
tap_check 'the kernel has nothing to complain of' quiet
tap_end && exit $status
