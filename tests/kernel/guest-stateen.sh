# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-stateen.sh - in the guest, whose hart has Smstateen: firmware that knows nothing of units
# keeps the kernel out of them, and perhaps of branch records; as TAP
set -eu
. /host/tap.sh
. /host/guest-tools.sh

cp /host/busy /tmp

# Branch records, or a refusal with the missing feature.
check_branches()
{
	if perf record -q -o $data -b -e tea/taken/u -c 10000 -- ./busy 10000 2>/tmp/said; then
		perf script -i $data -F brstack | grep -q /
	else
		cat /tmp/said
		grep -qE "$1" /tmp/said
	fi
}

# One line, however often the driver is asked; and it leaves nothing behind.
check_no_unit()
{
	for i in 1 2; do
		dmesg | grep 'tea_pmu pmu-tea' >/tmp/lines
		cat /tmp/lines
		[ "$(grep -c . /tmp/lines)" -eq "$i" ] || return
		! grep -v 'no access to the unit: firmware has to set mstateen0.C' /tmp/lines || return
		! grep tea-pmu /proc/interrupts || return
		rmmod tea_pmu && modprobe tea_pmu || return
	done
}

quiet()
{
	! dmesg | grep -E 'Oops|BUG:|WARNING:|Call Trace|illegal instruction'
}

tap_check 'the kernel is there' test -e /proc/version
if [ -e $sysfs ]; then
	tap_check 'samples are taken' recorded 20 -e tea// -c 50000 -- ./busy 100000
	tap_check 'branch records are there, or refused' check_branches 'branch|not supported'
else
	tap_check 'no unit, for which one line says why' check_no_unit
	tap_check 'its events are refused' check_branches "'tea'|syntax error"
fi
tap_check 'the kernel has nothing to complain of' quiet
tap_end
