# SPDX-License-Identifier: GPL-2.0-or-later
#
# demo.sh - in the guest: record the demo's two programs at 4 kHz with the guest's own perf
. /host/guest.sh

# Progress is for people; perf's output stands in the log of record().
say()
{
	echo "guest: $*" >&2
}

say "$(uname -sr), $(perf --version)"
say "$(sed -n 's/^isa.*: //p' /proc/cpuinfo | head -n 1)," \
	"PMU $(ls -d /sys/bus/event_source/devices/tea)"
say 'perf record -e tea// -F 4000 -- lbm 24'
record lbm -e tea// -F 4000 -- "$programs/lbm" 24
"$programs/bzip2" -9 -c /lib/riscv64-linux-gnu/libc.so.6 >/tmp/libc.bz2
say 'perf record -e tea// -F 4000 -- bzip2 -d -c libc.bz2'
record bzip2 -e tea// -F 4000 -- "$programs/bzip2" -d -c /tmp/libc.bz2 >/dev/null
deliver
mkdir /host/root/proc
cat /proc/kallsyms >/host/root/proc/kallsyms
