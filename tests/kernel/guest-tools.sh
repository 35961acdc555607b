# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-tools.sh - shared by the driver's tests in the guest
#
# Sourced, behind tap.sh. Works in /tmp, where the programs are.
cd /tmp
data=/tmp/guest.data
cpu1=/sys/devices/system/cpu/cpu1/online
sysfs=/sys/bus/event_source/devices/tea

# A program with TAP of its own, as checks of this test.
tap_program()
{
	name=$1 plan=
	shift
	"$@" >/tmp/program.tap 2>/tmp/program.err && program_status=0 || program_status=$?
	while read -r line; do
		case $line in
		ok*) tap_result "$name: ${line#* - }" 0 ;;
		not*) tap_result "$name: ${line#* - }" 1 ;;
		1..*) plan=$line ;;
		'#'*) echo "$line" ;;
		esac
	done </tmp/program.tap
	[ -n "$plan" ] && [ "$program_status" -le 1 ] && return
	tap_result "$name: ends by itself (status $program_status)" 1 /tmp/program.err
}

as_nobody()
{
	su -s /bin/sh nobody -c "$*"
}

# recorded WANTED PERF-RECORD-ARGUMENTS...: there are as many samples, or more.
recorded()
{
	wanted=$1
	shift
	perf record -q -o $data "$@" || return
	got=$(perf script -i $data -F ip -G | grep -c .)
	echo "$got samples, wanted $wanted"
	[ "$got" -ge "$wanted" ]
}

# A and B differ by at most PERCENT.
close_to()
{
	echo "$1 and $2"
	awk -v a="$1" -v b="$2" -v p="$3" \
		'BEGIN { d = a > b ? a - b : b - a; exit !(a > 0 && d * 100 <= a * p) }'
}

# The driver's debug messages: its reasons for refusing an event.
debug_messages()
{
	echo "module tea_pmu $1p" >/proc/dynamic_debug/control
}

# Begins the part of the log that log_since shows.
log_mark()
{
	log_marks=$((${log_marks:-0} + 1))
	echo "$0: mark $log_marks" >/dev/kmsg
}

log_since()
{
	dmesg | sed "1,\\|$0: mark $log_marks\$|d"
}

# refused SAID LOGGED PERF-RECORD-ARGUMENTS...: perf prints SAID; the log has LOGGED if debug
# messages are on, else nothing. For an invalid event perf itself only suggests -a.
refused()
{
	said=$1 logged=$2
	shift 2
	debug_messages +
	log_mark
	! perf record -q -o $data "$@" -- ./busy 1 2>/tmp/said || return
	cat /tmp/said
	debug_messages -
	grep -q "$said" /tmp/said || return
	log_since | grep 'event refused' | grep "$logged" || return
	log_mark
	! perf record -q -o $data "$@" -- ./busy 1 2>/dev/null && ! log_since | grep refused
}

# A hart goes and comes back, again and again, under system-wide and task events.
hotplug_storm()
{
	./busy 1000000000 threads &
	busy=$!
	for i in 1 2; do
		echo 0 >$cpu1 || return
		echo 1 >$cpu1 || return
	done
	kill $busy
}
