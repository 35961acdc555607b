# SPDX-License-Identifier: GPL-2.0-or-later
#
# reader.sh - in the guest: the recording that the reader's measurements multiply
. /host/guest.sh

record seed --no-bpf-event -e tea// -c 10007 -- "$programs/family"
deliver
