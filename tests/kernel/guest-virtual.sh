# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-virtual.sh - in the guest, whose hart has the hypervisor extension: a virtual machine
# beside events of its host, which never see it, as TAP
#
# The machine goes through a loop of two instructions, one of them a taken branch.
set -eu
. /host/tap.sh
. /host/kallsyms.sh

cp /host/vm /tmp
cd /tmp
data=/tmp/guest-virtual.data
rounds=20000000
inside='^ *8000000[04]$'		# the loop of vm.c

# The host is sampled, the machine's loop is not, and nothing of it counts as lost.
check_samples()
{
	perf record -q -o $data -e "$1" -c 50000 -- ./vm $rounds 2>/tmp/said ||
		{ cat /tmp/said; return 1; }
	perf script -i $data -F ip -G >/tmp/addresses
	shown=$(grep -cE "$inside" /tmp/addresses || :)
	lost=$(perf script -i $data -D | sed -n 's/.*LOST_SAMPLES.*lost samples ://p')
	echo "$1: $shown of the virtual machine, ${lost:-0} lost, $(grep -c . /tmp/addresses) in all"
	[ -s /tmp/addresses ] && [ "$shown" -eq 0 ] && [ "${lost:-0}" -le 2 ]
}

# not_counted EVENT: the host's own execution is counted, but less than a quarter of the machine's
# rounds.
not_counted()
{
	perf stat -x, -o /tmp/stat -e "$1" -- ./vm $rounds >/dev/null || return
	cat /tmp/stat
	awk -F, -v most=$((rounds / 4)) '/tea/ { exit !($1 > 1000 && $1 < most) }' /tmp/stat
}

for module in irqbypass kvm; do
	insmod /host/$module.ko
done
tap_check 'a virtual machine runs' ./vm 1000
tap_check 'samples are of the host alone' check_samples tea//
tap_check '... and so they are where guests are asked for' check_samples tea//HG
tap_check '... and those of taken branches' check_samples tea/taken,period=5000/HG
for event in tea// tea/instructions/ tea/taken/ tea/commit_base/; do
	tap_check "$event counts the host alone" not_counted $event
done
tap_fails 'guests alone are refused' 'sampling|not supported' \
	perf record -q -o $data -e tea//G -- ./vm 1000
tap_end
