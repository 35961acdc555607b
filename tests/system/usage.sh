# SPDX-License-Identifier: GPL-2.0-or-later
#
# usage.sh - in the guest, two harts: perf and tea as people use them, as TAP
. /host/guest.sh
. /host/tap.sh

data=/tmp/usage.data
# Some 60 million cycles in a loop of three instructions; some 10 million between
# user code and kernel.
long="$programs/st_l1 3000000"
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

# Of perf script's FIELD, there is a value that matches PATTERN; there is none.
has()
{
	perf script -i "$data" -F "$1" -G >/tmp/field
	grep -qE -- "$2" /tmp/field
}

lacks()
{
	! has "$@"
}

# Every pattern is found in what was recorded.
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
	tap_check 'plain' recorded 40 -e tea// -- $long
	tap_check '-F 16000' recorded 200 -e tea// -F 16000 -- $long
	tap_check '-c 100000' recorded 400 -e tea// -c 100000 -- $long
	tap_check '-g' recorded 40 -e tea// -g -- $long
	tap_check '-R' recorded 40 -e tea// -R -- $long
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
	recorded 20 -e tea// -p $! || return
	wait $!
}

check_scope()
{
	tap_check 'children are inherited' recorded 80 -e tea// -c 500000 -- \
		sh -c "$long & $programs/fl_mb & wait"
	tap_check 'samples of both children' has_all comm st_l1 fl_mb
	tap_check '-a on two harts' recorded 80 -a -e tea// -c 500000 -- \
		sh -c "taskset 1 $long & taskset 2 $long & wait"
	tap_check 'samples of both harts' has_all cpu 000 001
	tap_check '-p' attach
}

counted()
{
	perf stat -x, -o /tmp/stat -e tea// -- "$@" || return
	cat /tmp/stat
	awk -F, '/tea/ { found = $1 > 1e7 } END { exit !found }' /tmp/stat
}

# A hart has one TEA unit: two events have it in turns, and perf scales their counts.
taken_in_turns()
{
	perf stat -x, -o /tmp/stat -e tea// -e tea//u -- "$@" || return
	cat /tmp/stat
	awk -F, '/tea/ { turns += $1 > 0 && $5 < 100 } END { exit turns != 2 }' /tmp/stat
}

# As the kernel's other users see it: not above their rights.
as_nobody()
{
	su -s /bin/sh nobody -c "$*"
}

check_rights()
{
	echo 2 >/proc/sys/kernel/perf_event_paranoid
	tap_check 'a user may record himself' as_nobody \
		perf record -q -o /tmp/nobody.data -e tea//u -c 100000 -- "$programs/fl_mb"
	tap_fails 'a user may not record the kernel' 'ermission|Access' as_nobody \
		perf record -q -o /tmp/nobody2.data -e tea//k -- "$programs/fl_mb"
	echo -1 >/proc/sys/kernel/perf_event_paranoid
	tap_check 'a CSR access from user mode is an illegal instruction' \
		sh -c "$programs/csr_user; [ \$? -eq 132 ]"
}

check_module()
{
	tap_fails 'unloading while in use is refused' 'in use|busy|unavailable' \
		perf record -q -o "$data" -e tea// -- rmmod tea_pmu
	tap_check 'unload' rmmod tea_pmu
	tap_fails 'without the driver there is no event' 'tea' \
		perf record -q -o "$data" -e tea// -- true
	tap_check 'load again' modprobe tea_pmu
	tap_check 'record again' recorded 40 -e tea// -- $long
}

check_hotplug()
{
	cpu=/sys/devices/system/cpu/cpu1/online
	tap_check 'a hart goes and comes back while all are recorded' \
		recorded 40 -a -e tea// -c 500000 -- \
		sh -c "echo 0 >$cpu && $programs/fl_mb && echo 1 >$cpu && taskset 2 $long"
	tap_check 'record on the hart that came back' recorded 40 -e tea// --sample-cpu -- taskset 2 $long
	tap_check 'samples of that hart' has cpu 001
}

check_sampling
check_scope
tap_check 'perf stat counts cycles' counted $long
tap_check 'a second event on a busy hart: both in turns' taken_in_turns $long
check_rights
check_module
check_hotplug
tap_end
