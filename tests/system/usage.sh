# SPDX-License-Identifier: GPL-2.0-or-later
#
# usage.sh - in the guest, two harts: perf and tea as people use them, as TAP
#
# Rights, sharing a hart, hotplug and the module's life: tests/kernel/guest-perf.sh.
. /host/guest.sh
. /host/kallsyms.sh
. /host/tap.sh

data=/tmp/usage.data
# Some 17 million cycles in a loop of three instructions; some 10 million between
# user code and kernel.
long="$programs/st_l1 1000000"
syscalls="$programs/fl_ex 20000"

# COUNT PERF_ARG...: perf record gives at least COUNT samples.
recorded()
{
	wanted=$1
	shift
	perf record -q -o "$data" "$@" || return
	got=$(perf script -i "$data" -F ip -G | grep -c .)
	echo "$got samples, wanted $wanted"
	[ "$got" -ge "$wanted" ]
}

# Is there a value of perf script's FIELD that matches PATTERN? Is there none?
has()
{
	perf script -i "$data" -F "$1" -G >/tmp/field
	grep -qE -- "$2" /tmp/field
}

lacks()
{
	! has "$@"
}

# Every pattern is found in the recording.
has_all()
{
	field=$1
	shift
	for pattern; do
		has "$field" "$pattern" || return
	done
}

kernel_ip='^ *ffff'

check_sampling()
{
	tap_check 'plain' recorded 14 -e tea// -- $long
	tap_check '-F 16000' recorded 67 -e tea// -F 16000 -- $long
	tap_check '-c 100000' recorded 134 -e tea// -c 100000 -- $long
	tap_check '-g' recorded 14 -e tea// -g -- $long
	tap_check '-R' recorded 14 -e tea// -R -- $long
	tap_check 'tea report reads it in the guest' tea report -i "$data"
	tap_check 'tea annotate reads it in the guest' tea annotate -i "$data" hot_loop
	tap_check ':u' recorded 20 -e tea//u -c 20000 -- $syscalls
	tap_check ':u has no kernel address' lacks ip "$kernel_ip"
	tap_check ':k' recorded 20 -e tea//k -c 20000 -- $syscalls
	tap_check ':k has no user address' lacks ip '^ *[0-9a-f]{1,12}$'
}

# perf takes longer to start than the program to run: it waits, then becomes the program.
attach()
{
	sh -c "sleep 1; exec $long" &
	recorded 7 -e tea// -p $! || return
	wait $!
}

check_scope()
{
	tap_check 'children are inherited' recorded 80 -e tea// -c 250000 -- \
		sh -c "$long & $programs/fl_mb & wait"
	tap_check 'samples of both children' has_all comm st_l1 fl_mb
	tap_check '-a on two harts' recorded 80 -a -e tea// -c 250000 -- \
		sh -c "taskset 1 $long & taskset 2 $long & wait"
	tap_check 'samples of both harts' has_all cpu 000 001
	tap_check '-p' attach
}

# The counters that every core has, unarmed and beside the unit.
check_other_events()
{
	tap_check "perf's default event comes to an end" timeout 60 perf record -q -o "$data" $long
	tap_check 'and has samples' has event cycles
	tap_check 'a counter of instructions is sampled' recorded 40 -e instructions:u -c 33000 -- $long
	tap_check 'beside TEA' recorded 80 -e cycles:u -e tea//u -c 100000 -- $long
	tap_check 'samples of both' has_all event cycles tea
}

counted()
{
	perf stat -x, -o /tmp/stat -e tea// -- "$@" || return
	cat /tmp/stat
	awk -F, '/tea/ { found = $1 > 1e7 } END { exit !found }' /tmp/stat
}

check_sampling
check_scope
check_other_events
tap_check 'perf stat counts cycles' counted $long
tap_check 'a CSR access from user mode is an illegal instruction' \
	sh -c "$programs/csr_user; [ \$? -eq 132 ]"
tap_end
