# SPDX-License-Identifier: GPL-2.0-or-later
#
# data.sh - in the guest: records data addresses; see data
. /host/guest.sh

record ledger -R -d --weight --phys-data -e tea// -c 20000 -- $programs/ledger
cat /proc/kallsyms >/host/kallsyms
perf script -i /tmp/ledger.data -F addr 2>/dev/null | sed 's/^ */0x/' |
	while read -r address; do echo "$((address))"; done >/host/addresses
deliver
