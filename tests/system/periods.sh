# SPDX-License-Identifier: GPL-2.0-or-later
#
# periods.sh - in the guest: programs recorded at fixed periods, as /host/periods lists them
. /host/guest.sh
. /host/kallsyms.sh

while read -r program period; do
	record "$program-$period" -e tea//u -c "$period" -- "$programs/$program"
done </host/periods
deliver
