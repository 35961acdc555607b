#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-torture.sh - locktorture and rcutorture: a minute each of the guest's time, with no unit in
# use; then while all harts are recorded, which takes the host 80 s for one of locktorture's
. /host/tap.sh
cp /host/*.ko /tmp
. /host/guest-tools.sh

cat >torture <<'END'
seconds=$1 module=$2 kind=$3
shift 3
insmod "./$module.ko" torture_type="$kind" stat_interval=1 verbose=0 "$@" && sleep "$seconds" && rmmod "$module"
END

# torture SECONDS MODULE KIND [PARAMETER...]: until it is taken out; it says how it went.
torture()
{
	log_mark
	$record sh torture "$@" || return
	log_since | grep -E 'End of test|!!!' | cut -c -100
	log_since | grep -q 'End of test: SUCCESS'
}

# recorded_torture LEAST SECONDS MODULE KIND [PARAMETER...]: with at least so many samples
recorded_torture()
{
	least=$1
	shift
	record="perf record -q -a -o $data -e tea// -c 500003 --"
	torture "$@" || return
	samples=$(perf script -i "$data" -F ip -G | grep -c .)
	echo "$samples samples"
	[ "$samples" -ge "$least" ]
}

quiet()
{
	! dmesg | grep -iE 'detected stall|lockup|blocked for|WARNING:|BUG:'
}

record=
insmod ./torture.ko
insmod ./torture_affinity.ko
for kind in spin_lock spin_lock_irq rw_lock mutex_lock rtmutex_lock rwsem_lock percpu_rwsem_lock; do
	tap_check "locks: $kind" torture 10 locktorture $kind
done
for kind in rcu srcu; do
	tap_check "RCU: $kind" torture 30 rcutorture $kind
done
for kind in spin_lock rwsem_lock; do
	tap_check "recorded, locks: $kind" recorded_torture 500 0.1 locktorture $kind
done
tap_check 'recorded, RCU' recorded_torture 100 0.5 rcutorture rcu stutter=0
tap_check 'no stall, no warning' quiet
tap_end
