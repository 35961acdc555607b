# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-consent.sh - in the guest, whose M-mode has ALLOW.M clear: it is never sampled, as TAP
set -eu
. /host/tap.sh
. /host/guest-tools.sh

cp /host/refusals /host/busy /tmp

check_sysfs()
{
	grep . $sysfs/format/mmode $sysfs/caps/countdowns $sysfs/caps/stacks
}

check_stat()
{
	perf stat -x, -o /tmp/stat -e tea/mmode/,tea// -- ./busy 1000 || return
	cat /tmp/stat
	[ "$(grep -c '<not supported>' /tmp/stat)" = 1 ] && grep -q '^[0-9]*,.*tea//' /tmp/stat
}

tap_check 'the unit is there' check_sysfs
tap_program 'root' ./refusals without-consent
tap_check 'perf record of M-mode is refused' refused 'sampling\|not supported' 'M-mode does not let' \
	-e tea/mmode/
tap_check 'perf stat has no count of M-mode' check_stat
tap_check 'other levels are sampled' recorded 20 -e tea// -c 50000 -- ./busy 100000
tap_check 'and their slots counted' perf stat -e tea/commit_base/ -- ./busy 1000
sysctl -q -w kernel.perf_event_paranoid=-1
tap_program 'anybody, shown everything' as_nobody /tmp/refusals without-consent
tap_end
