# SPDX-License-Identifier: GPL-2.0-or-later
#
# shared.sh - in the guest, of two harts: record a line that both use, with words and with raw records
. /host/guest.sh
. /host/kallsyms.sh

# sharing NAME KIND ROUNDS OPTION...
sharing()
{
	name=$1 kind=$2 rounds=$3
	shift 3
	record "$name" -a -e tea//u -c 20011 "$@" "$programs/sharing" "$kind" "$rounds"
}

# Long beside a tick or a waking of perf, in which the line stays where it is.
sharing words false 2000000
sharing raw false 2000000 -R -d
sharing apart apart 400000
sharing true true 400000 -R
perf script -i /tmp/raw.data -F data_src >/host/sources
cat /sys/bus/event_source/devices/tea/caps/version /sys/bus/event_source/devices/tea/psv/st_co >/host/psv
deliver
