# SPDX-License-Identifier: GPL-2.0-or-later
#
# mixcost.sh - in the guest: a program's cost of recording an instruction mix, in the model's time
#
#   mixcost.sh LAPS "CONDITION..." PROGRAM ARG...
#
# Leaves alone.ns and CONDITION.ns, one line a lap, and CONDITION.stats, perf's statistics of the
# recording's events. A condition is INSTRUCTIONS-TAKEN-CYCLES, the period of each event, 0 if it is
# not recorded.
. /host/guest.sh

laps=$1 conditions=$2
shift 2
cd "$programs"

# INSTRUCTIONS TAKEN CYCLES: perf's words.
events()
{
	[ "$1" = 0 ] || echo "-e tea/instructions,period=$1/"
	[ "$2" = 0 ] || echo "-e tea/taken,period=$2,branch_type=any/"
	[ "$3" = 0 ] || echo "-e tea/period=$3/"
}

"$programs/stopwatch" -a /tmp/alone.ns "$laps" "$@" >/tmp/output
for condition in $conditions; do
	# shellcheck disable=SC2046 # words
	record "$condition" $(events $(echo "$condition" | tr - ' ')) -- \
		"$programs/stopwatch" "/tmp/$condition.ns" "$laps" "$@"
	perf report --stats -i "/tmp/$condition.data" >"/host/$condition.stats" 2>/tmp/said || cat /tmp/said >&2
done
cp /tmp/*.ns /host
