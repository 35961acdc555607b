# SPDX-License-Identifier: GPL-2.0-or-later
#
# views.sh - in the guest: a recording at 8 kHz, one with callchains, and their reports by perf and
# tea there; and one of loads whose caches' sizes matter
. /host/guest.sh

cat /proc/kallsyms >/host/kallsyms
cp /host/libc.bz2 /tmp
record plain -e tea// -F 8000 -- "$programs/bzip2" -d -c /tmp/libc.bz2 >/dev/null
perf report -i /tmp/plain.data --stdio -q -F overhead,period,sym --sort sym --percent-limit 0 \
	>/tmp/perf-report.txt 2>/tmp/perf-report.log
tea report --format json -i /tmp/plain.data >/tmp/tea-report.json
# The same command, counted.
perf stat -x, -o /tmp/stat -e tea// -- "$programs/bzip2" -d -c /tmp/libc.bz2 >/dev/null
cp /tmp/stat /host
record calls -e tea// -F 8000 -g -- "$programs/bzip2" -d -c /tmp/libc.bz2 >/dev/null
perf report -i /tmp/calls.data --stdio -q -g none --children -F overhead_children,sym --sort sym \
	--percent-limit 0 >/tmp/perf-children.txt 2>/tmp/perf-children.log
tea report --children --format json -i /tmp/calls.data >/tmp/tea-children.json
cp /tmp/perf-children.* /tmp/tea-children.json /host
cp /tmp/perf-report.* /tmp/tea-report.json /host
record pages -e tea// -c 20000 -- "$programs/addresses" pages >/dev/null
deliver
