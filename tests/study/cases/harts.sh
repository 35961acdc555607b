# SPDX-License-Identifier: GPL-2.0-or-later
#
# harts.sh - in the guest, of several harts: programs with threads, one after the other
#
# Reads /host/runs, a line a program: NAME, PERIOD, LAPS, CLOCK, and its COMMAND. With 0 laps the
# command runs once and unarmed, to fill the page cache. Else so many times, under perf record if CLOCK
# is `perf`; if not, with the units of all harts on, and then as many times with a cycle more. Leaves
# `times`: NAME, lap, and nanoseconds, as the command prints them if CLOCK is `own`, else from fork()
# to exit; the recording of each NAME; and the kernel's symbols. Nothing lies at random addresses.
. /host/guest.sh

echo 0 >/proc/sys/kernel/randomize_va_space
export OMP_PROC_BIND=true LC_ALL=C PATH=$programs:$PATH
cd "$programs"
: >/tmp/times

# COMMAND...: its times, which stopwatch writes or the command prints.
timed()
{
	"$@" </dev/null >/tmp/output
	[ "$clock" = own ] || cp /tmp/ns /tmp/output
	cat /tmp/output >>"/tmp/$name.ns"
}

while read -r name period laps clock command; do
	if [ "$laps" = 0 ]; then
		$command >/tmp/output </dev/null
		continue
	elif [ "$clock" = perf ]; then
		timed record "$name" -a -R -e tea// -c "$period" -- stopwatch /tmp/ns "$laps" $command
	else
		timed stopwatch -p "$period" /tmp/ns "$laps" $command
		timed stopwatch -p $((period + 1)) /tmp/ns "$laps" $command
	fi
	awk -v name="$name" '{ print name, NR, $1 }' "/tmp/$name.ns" >>/tmp/times
done </host/runs
cp /tmp/times /proc/kallsyms /host
! ls /tmp/*.data >/tmp/output 2>&1 || deliver
