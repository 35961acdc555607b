# SPDX-License-Identifier: GPL-2.0-or-later
#
# data.sh - in the guest: records data addresses, and who allocated the heap; see data
. /host/guest.sh

record ledger -R -d --weight --phys-data -e tea// -c 20000 -- $programs/ledger
cat /proc/kallsyms >/host/kallsyms
perf script -i /tmp/ledger.data -F addr 2>/dev/null | sed 's/^ */0x/' |
	while read -r address; do echo "$((address))"; done >/host/addresses
cd /tmp
tea record --heap -c 20000 -o wholesale.data -- $programs/wholesale >said 2>&1 || { cat said >&2; exit 1; }
# what was preloaded stays so, and the recording before this one has its log
LD_PRELOAD=libm.so.6 tea record --heap -o wholesale.data -- sh -c 'echo "$LD_PRELOAD"' >/host/preloaded
ls wholesale.data wholesale.data.heap wholesale.data.old wholesale.data.old.heap
tea record --heap -o static.data -- $programs/st_l1 1000 2>/host/static >/dev/null
# a perf with rights of its own, which the dynamic linker preloads nothing into
mkdir other
cp "$(command -v perf)" other
chmod u+s other/perf
! PATH=/tmp/other:$PATH tea record --heap -o rights.data -- $programs/wholesale 2>/host/rights
mv wholesale.data.old wholesale.data
mv wholesale.data.old.heap wholesale.data.heap
cp wholesale.data.heap /host
deliver
