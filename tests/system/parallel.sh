# SPDX-License-Identifier: GPL-2.0-or-later
#
# parallel.sh - in the guest, of four harts: what they do at one time, on the clocks that programs
# read, while they are recorded; then the recordings, for two boots to be compared
. /host/guest.sh
. /host/tap.sh

# armed COMMAND...: with samples of all harts meanwhile
armed()
{
	count=$((${count:-0} + 1))
	perf record -q -a -o "/tmp/armed$count.data" -e tea// -c 500003 -- "$@"
}

# speed PERCENT: four threads do so much of what one does in that time.
speed()
{
	armed "$programs/threads" speed 1000 >/tmp/speed
	cat /tmp/speed
	read -r one all percent </tmp/speed
	[ "$percent" -ge "$1" ]
}

# Four threads read lines of 64 bytes from memory at 16,000 MB/s, by 5 %: one of them could nearly.
bandwidth()
{
	armed "$programs/threads" lines 100 >/tmp/lines
	read -r one all percent </tmp/lines
	awk -v one="$one" -v all="$all" 'BEGIN {
		mbps = 4 * 100000 * 64 / all
		printf "%.0f MB/s, one alone %.0f MB/s\n", mbps, 100000 * 64 / one
		exit !(mbps > 15200 && mbps < 16800) }'
}

clocks()
{
	armed "$programs/threads" clocks 500 >/tmp/back
	cat /tmp/back
	[ "$(cat /tmp/back)" = 0 ]
}

# slept SECONDS: by the guest's clock, which is read in hundredths
slept()
{
	armed sh -c 'cat /proc/uptime; sleep $0; cat /proc/uptime' "$1" >/tmp/uptime
	cat /tmp/uptime
	awk -v s="$1" 'NR == 1 { begin = $1 } END { slept = $1 - begin
		exit !(slept > s - 0.02 && slept < s + 0.1) }' /tmp/uptime
}

# A hart goes and comes back, in the time of the others' work.
hotplug()
{
	armed sh -c '
		"$0" speed 1000 &
		echo 0 >/sys/devices/system/cpu/cpu2/online
		echo 1 >/sys/devices/system/cpu/cpu2/online
		wait' "$programs/threads"
	armed taskset 4 "$programs/threads" speed 10
}

tap_check 'four threads do four times the work of one in its time' speed 390
tap_check 'four threads read memory at its bandwidth' bandwidth
tap_check 'no thread reads a time before one that another has read' clocks
tap_check 'a second asleep is a second' slept 1
tap_check 'a hart goes and comes back meanwhile' hotplug
tap_check 'and works' speed 390
tap_check 'no stall, no warning' sh -c '! dmesg | grep -iE "detected stall|lockup|blocked for"'
tap_end
for data in /tmp/armed*.data; do
	sum=$(sha256sum <"$data")
	echo "# $data $sum"
done
