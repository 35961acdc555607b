# SPDX-License-Identifier: GPL-2.0-or-later
#
# pictures.sh - in the guest: the recordings that docs/pictures shows
. /host/guest.sh

tea record -c 100003 -o /tmp/lbm.data -- "$programs/lbm" 24
"$programs/bzip2" -9 -c /lib/riscv64-linux-gnu/libc.so.6 >/tmp/libc.bz2
tea record -g -c 100003 -o /tmp/bzip2.data -- "$programs/bzip2" -d -c /tmp/libc.bz2 >/dev/null
tea record --mix -o /tmp/mix.data -- "$programs/bzip2" -d -c /tmp/libc.bz2 >/dev/null
deliver
mkdir -p /host/root/proc
cat /proc/kallsyms >/host/root/proc/kallsyms
