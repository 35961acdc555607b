# SPDX-License-Identifier: GPL-2.0-or-later
#
# periods.sh - in the guest: a program recorded at fixed periods
#
#   periods.sh "PERIOD..." PROGRAM ARG...
#
# Leaves PERIOD.data of each.
. /host/guest.sh

periods=$1
shift
cd "$programs"

for period in $periods; do
	record "$period" -e tea//u -c "$period" -- "$@" >/tmp/output
done
deliver
