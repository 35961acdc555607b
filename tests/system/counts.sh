# SPDX-License-Identifier: GPL-2.0-or-later
#
# counts.sh - in the guest: all slots of user code of programs, as perf stat counts them
#
# /host/counts has a file of /host, and its arguments, on each line.
cp -r /host/apart /tmp

# One group: the counters, without the events that are sums of several.
events=$(cd /sys/bus/event_source/devices/tea/events && ls |
	sed -n '/^\(dispatch\|issue\|commit\|flops\)_[a-z0-9_]*$/p' | grep -vE '_(icache|dcache|other)$' |
	sed 's|.*|tea/&/u|' | tr '\n' ,)

while read -r name arguments; do
	perf stat -x, -o "/tmp/$name.counts" -e "{${events%,}}" -- "/tmp/apart/$name" $arguments >&2
done </host/counts
tea stack --as flops -- true >/tmp/flops
cp /tmp/*.counts /tmp/flops /host
