# SPDX-License-Identifier: GPL-2.0-or-later
#
# objects.sh - in the guest: code that lies elsewhere than in a program's file
#
# Leaves the recordings, the JIT's file, perf's cache of recorded files, and the kernel's symbols of
# this boot, as a check.
. /host/guest.sh

# As one file: it has links, and names as odd as the paths it is of.
keep_cache()
{
	(cd "$HOME/.debug" && tar -cf /host/cache.tar .)
}

export HOME=/tmp/home
mkdir -p "$HOME"
record jit -e tea//u -c 20011 -- "$programs/mapped" jit 16
record vdso -e tea//u -c 20011 -- "$programs/mapped" vdso 10
cp "$programs/mapped" /tmp/gone
/tmp/gone spin 4000 &
pid=$!
rm /tmp/gone
record deleted -e tea//u -c 20011 -p "$pid" -- sleep 0.05
kill "$pid"
record kernel -e tea//k -c 20011 -- cp -r /host/root/opt/tea/bin /tmp/copied
cp /tmp/perf-*.map /host
cat /proc/kallsyms >/host/kallsyms
keep_cache
deliver
