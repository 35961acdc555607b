# SPDX-License-Identifier: GPL-2.0-or-later
#
# doors.sh - in the guest, for tests/bench/doors: record `busy`
#
#   doors.sh ROUNDS PERF-OPTION...
#
# Leaves in the shared folder `told`: samples, samples lost, bytes of the recording, and the nanoseconds
# that the program took.
set -eu
rounds=$1
shift
cp /host/busy /tmp
cd /tmp
# As much of the time as the driver takes at most: it is to lose no sample by that.
echo 100 >/proc/sys/kernel/perf_cpu_time_max_percent
perf record -q -o data "$@" -- perf stat -x , -e duration_time -o time ./busy "$rounds"
# the part behind `Aggregated stats` has numbers of samples, not of records
perf report -i data --stats | tee stats | awk -v bytes="$(stat -c %s data)" \
	-v ns="$(awk -F , '$3 == "duration_time" { print $1 }' time)" '
	/\/\/.* stats:$/ { of_event = 1 }
	of_event && $2 == "events:" { n[$1] += $3 }
	END { print n["SAMPLE"] + 0, n["LOST_SAMPLES"] + 0, bytes, ns }' >told
cp told stats /host
