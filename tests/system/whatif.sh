# SPDX-License-Identifier: GPL-2.0-or-later
#
# whatif.sh - in the guest: several processes and the kernel, counted by the unit
set -eu
cp /usr/bin/perf /tmp
mkdir -p /host/symfs/proc
cat /proc/kallsyms >/host/symfs/proc/kallsyms
cd /tmp
perf stat -x, -o stat -e tea// -- sh -c '
	for i in 1 2 3; do
		head -c 10000 perf | gzip -1 | wc -c
	done'
cut -d , -f 1 stat >&2
