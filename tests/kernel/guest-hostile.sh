# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-hostile.sh - in the guest: requests that any user may make of the driver, as TAP
#
# The limits hold from the first half of a millisecond on: the kernel's own, then low ones.
set -eu
. /host/tap.sh
. /host/guest-tools.sh

cp /host/hostile /host/busy /tmp
tap_program 'default limits' ./hostile shares 100000 25 25
tap_program '100 a second, 1 %' ./hostile shares 100 1 2
sysctl -q -w kernel.perf_event_max_sample_rate=100000
sysctl -q -w kernel.perf_cpu_time_max_percent=25
tap_program 'switches' ./hostile switches 300 300
tap_program 'counts' ./hostile counts
# The scheduler holds its lock then, so the driver must not wake anything up.
tap_check 'samples that are due as their task goes to sleep' \
	recorded 500 -e tea// -c 10007 -- ./busy 50000 sleeps
sysctl -q -w kernel.perf_event_paranoid=2
tap_program 'as anybody' as_nobody /tmp/hostile minute 0.1
tap_end
