# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-virtual.sh - in the guest, whose hart has the hypervisor extension: samples of a
# virtual machine with exclude_guest, which perf sets by itself, and without, as TAP
set -eu
. /host/tap.sh
. /host/kallsyms.sh

cp /host/vm /tmp
cd /tmp
data=/tmp/guest-virtual.data
rounds=20000000
inside='^ *8000000[04]$'		# the loop of vm.c

# Samples of the virtual machine that EVENT shows, and how many it lost: $shown, $lost.
record()
{
	perf record -q -o $data -e "$1" -c 50000 -- ./vm $rounds 2>/tmp/said ||
		{ cat /tmp/said; return 1; }
	perf script -i $data -F ip -G >/tmp/addresses
	shown=$(grep -cE "$inside" /tmp/addresses || :)
	lost=$(perf script -i $data -D | sed -n 's/.*LOST_SAMPLES.*lost samples ://p')
	lost=${lost:-0}
	echo "$1: $shown of the virtual machine, $lost lost, $(grep -c . /tmp/addresses) in all"
}

check_shown()
{
	record tea//HG || return
	[ "$shown" -ge 20 ] && [ "$lost" -le 2 ]
}

# Which samples strike the way into the machine and out of it is chance.
check_excluded()
{
	record tea//HG || return
	all=$shown
	record tea// || return
	[ "$shown" -eq 0 ] && [ "$lost" -ge $((all * 9 / 10)) ] && [ "$lost" -le $((all * 11 / 10)) ]
}

cycles_of()
{
	perf stat -x, -o /tmp/stat -e "$1" -- ./vm $rounds >/dev/null || return
	awk -F, '/tea/ { print $1; exit }' /tmp/stat
}

check_count()
{
	with=$(cycles_of tea//HG) && without=$(cycles_of tea//) || return
	echo "$with and $without"
	[ "$without" -gt $((with * 9 / 10)) ] && [ "$without" -lt $((with * 11 / 10)) ]
}

for module in irqbypass kvm; do
	insmod /host/$module.ko
done
tap_check 'a virtual machine runs' ./vm 1000
tap_check 'its samples are there, where asked for' check_shown
tap_check 'exclude_guest keeps them out, and they count as lost' check_excluded
tap_check 'its cycles are counted all the same' check_count
tap_end
