# SPDX-License-Identifier: GPL-2.0-or-later
#
# overhead.sh - in the guest: what recording costs a program, in the model's time
#
#   overhead.sh LAPS "FREQUENCY..." PROGRAM ARG...
#
# Leaves CONDITION.ns, one line a lap, where CONDITION is alone, stat (perf stat, which
# only counts) or a frequency; and FREQUENCY.data. The ring buffer is an eighth of
# perf's default, so that perf has to empty it within these short runs, too.
. /host/guest.sh

laps=$1 frequencies=$2
shift 2
cd "$programs"

"$programs/stopwatch" -a /tmp/alone.ns "$laps" "$@" >/tmp/output
perf stat -o /tmp/stat -e tea// -- "$programs/stopwatch" /tmp/stat.ns "$laps" "$@" >/tmp/output
for frequency in $frequencies; do
	record "$frequency" -m 16 -e tea// -F "$frequency" -- \
		"$programs/stopwatch" "/tmp/$frequency.ns" "$laps" "$@" >/tmp/output
done
cp /tmp/*.ns /host
deliver
