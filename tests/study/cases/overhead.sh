# SPDX-License-Identifier: GPL-2.0-or-later
#
# overhead.sh - in the guest: a program's cost of recording, in the model's time
#
#   overhead.sh LAPS "FREQUENCY[-PAGES]..." PROGRAM ARG...
#
# Leaves CONDITION.ns, one line a lap, where CONDITION is alone, stat (perf stat, which
# only counts) or a frequency, with or without the pages of perf's ring buffer; and
# CONDITION.data for each frequency.
. /host/guest.sh

laps=$1 frequencies=$2
shift 2
cd "$programs"

"$programs/stopwatch" -a /tmp/alone.ns "$laps" "$@" >/tmp/output
perf stat -o /tmp/stat -e tea// -- "$programs/stopwatch" /tmp/stat.ns "$laps" "$@" >/tmp/output
for condition in $frequencies; do
	frequency=${condition%-*} pages=${condition#$frequency}
	record "$condition" ${pages:+-m "${pages#-}"} -e tea// -F "$frequency" -- \
		"$programs/stopwatch" "/tmp/$condition.ns" "$laps" "$@" >/tmp/output
done
cp /tmp/*.ns /host
deliver
