# SPDX-License-Identifier: GPL-2.0-or-later
#
# nab.sh - in the guest: the molecule as one compiler mode made it, counted and recorded
#
#   nab.sh VARIANT REPEATS STEPS PERIOD
#
# Leaves cycles: user-mode cycles of 1 and of STEPS steps, one pair a line; output, the program's;
# and molecule.data, a recording of STEPS steps.
. /host/guest.sh

variant=$1 repeats=$2 steps=$3 period=$4

cycles_of()
{
	perf stat -x, -o /tmp/stat -e tea//u -- "$programs/molecule-$variant" "$1" >/tmp/output
	sed -n 's/^\([0-9]*\),.*tea.*/\1/p' /tmp/stat
}

for lap in $(seq "$repeats"); do
	echo "$(cycles_of 1) $(cycles_of "$steps")"
done >/tmp/cycles
cp /tmp/output /host
record molecule -e tea//u -c "$period" -- "$programs/molecule-$variant" "$steps"
cp /tmp/cycles /host
deliver
