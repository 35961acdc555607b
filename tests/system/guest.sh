# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest.sh - what the scripts share that run in the guest
#
# Sourced by /host/SCRIPT. Programs and recordings lie in the guest's memory: the
# shared folder answers in the host's time, and would show in the samples.
#
#   record NAME PERF_ARG...  perf record into /tmp/NAME.data; what it says only
#                            if it fails
#   deliver                  copy all recordings to the shared folder

set -eu
mkdir -p /opt
cp -r /host/root/opt/tea /opt/
programs=/opt/tea/bin
export LD_LIBRARY_PATH=/opt/tea/lib
# Short periods: up to a million samples a second before perf throttles them.
echo 1000000 >/proc/sys/kernel/perf_event_max_sample_rate

record()
{
	name=$1
	shift
	if ! perf record -q -o "/tmp/$name.data" "$@" >"/tmp/$name.log" 2>&1; then
		echo "perf record of '$name' failed:" >&2
		cat "/tmp/$name.log" >&2
		return 1
	fi
}

deliver()
{
	cp /tmp/*.data /host
}
