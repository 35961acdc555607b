# SPDX-License-Identifier: GPL-2.0-or-later
#
# events.sh - in the guest: record every microbenchmark at a fixed period, user code alone
. /host/guest.sh
. /host/kallsyms.sh

while read -r program _; do
	case $program in \#*|'') continue ;; esac
	echo "recording $program" >&2
	record "$program" -e tea//u -c 20011 "$programs/$program"
done </host/expected.tsv
deliver
