# SPDX-License-Identifier: GPL-2.0-or-later
#
# sides.sh - in the guest, of two harts: who takes which line from whom, and what cures gain; see sides
. /host/guest.sh

# "KIND MICROSECONDS" of each, with samples of all harts meanwhile
while read -r kind rounds; do
	echo "$kind $(perf record -q -a -o /tmp/times -e tea// -c 500003 -- /host/sharing $kind $rounds)"
done <<END
false 1500000
apart 6000000
lock 20000
queue 20000
counts 20000
END
rm /tmp/times
while read -r kind rounds; do
	record $kind -a -R -d --weight --phys-data --sample-cpu -e tea// -c 30011 -- /host/sharing $kind $rounds
done <<END
false 6000000
true 50000
lock 100000
thief 80000
END
deliver
