# SPDX-License-Identifier: GPL-2.0-or-later
#
# mix.sh - in the guest: one recording of cycles, instructions and taken branches, of a program
# and the kernel
#
# Left in /host: mix.data; perf's output for it, as branches.report and branches.script; for user
# code the program's map and its libraries, for the kernel its symbols, and its code in memory. With
# /host/accounts accounts.data, of it alone, in a compiler's form.
. /host/guest.sh
deliver_kernel
. /host/kallsyms.sh

# Programs lie where they lay in the run before, so that one map is of both.
echo 0 >/proc/sys/kernel/randomize_va_space
head -c 250000 /lib/riscv64-linux-gnu/libc.so.6 | "$programs/bzip2" -9 -c >/tmp/packed

# The map of a run that waits for its input.
keep_map()
{
	mkfifo /tmp/input
	"$programs/bzip2" -d -c </tmp/input >/dev/null &
	pid=$!
	exec 3>/tmp/input
	until grep -q libbz2 "/proc/$pid/maps"; do
		sleep 0.01
	done
	mkdir -p "/host/root/proc/$pid"
	cat "/proc/$pid/maps" >"/host/root/proc/$pid/maps"
	cat /tmp/packed >&3
	exec 3>&-
	wait "$pid"
	sed -n 's|.*r-xp.* /|/|p' "/host/root/proc/$pid/maps" | while read -r file; do
		mkdir -p "/host/root${file%/*}"
		cp "$file" "/host/root$file"
	done
}

keep_map
record mix -m 8M -c 250007 -e tea// -e tea/instructions,period=100003/ \
	-e tea/taken,period=10007,branch_type=any/ -- "$programs/bzip2" -d -c /tmp/packed >/tmp/plain
perf report -i /tmp/mix.data -b --stdio >/host/branches.report 2>/tmp/said || cat /tmp/said >&2
perf script -i /tmp/mix.data -F event,ip,brstack -G >/host/branches.script
if [ -e /host/accounts ]; then
	cp /host/accounts /tmp
	record accounts -e tea/taken,period=2003,branch_type=any/u -- /tmp/accounts 300
fi
deliver
