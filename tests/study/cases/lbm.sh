# SPDX-License-Identifier: GPL-2.0-or-later
#
# lbm.sh - in the guest: the lattice at one prefetch distance, counted and recorded
#
#   lbm.sh PROGRAM DISTANCE REPEATS STEPS PERIOD
#
# Leaves cycles: user-mode cycles of 1 and of STEPS steps, one pair a line; and
# lattice.data, a recording of STEPS steps.
. /host/guest.sh

program=$programs/$1 distance=$2 repeats=$3 steps=$4 period=$5

cycles_of()
{
	perf stat -x, -o /tmp/stat -e tea//u -- "$program" "$1" "$distance" >/tmp/output
	sed -n 's/^\([0-9]*\),.*tea.*/\1/p' /tmp/stat
}

for lap in $(seq "$repeats"); do
	echo "$(cycles_of 1) $(cycles_of "$steps")"
done >/tmp/cycles
record lattice -e tea//u -c "$period" -- "$program" "$steps" "$distance"
cp /tmp/cycles /host
deliver
