# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest.sh - shared by the scripts that run in the guest
#
# Sourced by /host/SCRIPT. Programs and recordings lie in the guest's memory: the
# shared folder answers in the host's time, and would show in the samples.
#
#   record NAME PERF_ARG...  perf record into /tmp/NAME.data; prints its output only
#                            if it fails
#   deliver                  copy all recordings to the shared folder
#   deliver_core             the kernel's symbols, and its code in memory, with its modules', as
#                            kallsyms, kcore and modules
#   deliver_map PROGRAM ARG...  the mappings of a process of it, in the place for profiles' views
#   deliver_kernel           its symbols, as kallsyms, and its code in memory, in the copy of
#                            the booted image that /host/Image is

set -eu
mkdir -p /opt
cp -r /host/root/opt/tea /opt/
programs=/opt/tea/bin
export LD_LIBRARY_PATH=/opt/tea/lib
# Short periods: up to a million samples a second, in the most time that the driver allows.
echo 1000000 >/proc/sys/kernel/perf_event_max_sample_rate
echo 0 >/proc/sys/kernel/perf_cpu_time_max_percent

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

# The code is the segment of /proc/kcore that begins with _text; code before that only boots.
deliver_kernel()
{
	cat /proc/kallsyms >/host/kallsyms
	start=$(sed -n 's/^\([0-9a-f]*\) . _start$/\1/p' /proc/kallsyms)
	begin=$(sed -n 's/^\([0-9a-f]*\) . _text$/\1/p' /proc/kallsyms)
	end=$(sed -n 's/^\([0-9a-f]*\) . _etext$/\1/p' /proc/kallsyms)
	headers=$(od -A n -t u2 -j 56 -N 2 /proc/kcore)
	for i in $(seq 0 $((headers - 1))); do
		set -- $(od -v -A n -t x8 -w56 -j $((64 + 56 * i)) -N 56 /proc/kcore)
		[ "$3" = "$begin" ] || continue
		dd if=/proc/kcore of=/host/Image conv=notrunc bs=4096 skip=$((0x$2 / 4096)) \
			seek=$(((0x$begin - 0x$start) / 4096)) \
			count=$(((0x$end - 0x$begin + 4095) / 4096)) 2>/dev/null
		return
	done
	echo "/proc/kcore has no segment that begins with _text" >&2
	return 1
}

deliver_core()
{
	perf buildid-cache --kcore /proc/kcore >/tmp/said 2>&1 || { cat /tmp/said >&2; return 1; }
	for file in kallsyms kcore modules; do
		cat /root/.debug/*/*/*/"$file" >"/host/$file"
	done
}

deliver_map()
{
	"$@" >/dev/null &
	pid=$!
	until grep -q "$1" "/proc/$pid/maps"; do
		sleep 0.01
	done
	mkdir -p "/host/root/proc/$pid"
	cat "/proc/$pid/maps" >"/host/root/proc/$pid/maps"
	kill "$pid"
	wait "$pid" 2>/dev/null || :
}
