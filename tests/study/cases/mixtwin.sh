# SPDX-License-Identifier: GPL-2.0-or-later
#
# mixtwin.sh - in the guest: the same work as a program and in a module, recorded for its instruction mix
#
#   mixtwin.sh "PERIOD TAKEN" "PERIOD TAKEN" ROUNDS
#
# Leaves user.data by the first periods, of instructions and of taken branches, and kernel.data by
# the second; the kernel; and the program's mappings. Fails if the two sums differ.
. /host/guest.sh

user=$1 kernel=$2 rounds=$3
parameter=/sys/module/twin/parameters/rounds

insmod "$programs/twin.ko"

# NAME MODE COMMAND PERIOD TAKEN
record_mix()
{
	record "$1" -e "tea/instructions,period=$4/$2" -e "tea/taken,period=$5,branch_type=any/$2" -- sh -c "$3"
}

# shellcheck disable=SC2086 # words
record_mix user u "$programs/twin $rounds >/tmp/sum" $user
# shellcheck disable=SC2086
record_mix kernel k "echo $rounds >$parameter" $kernel
if [ "$(cat /tmp/sum)" != "$(cat "$parameter")" ]; then
	echo "the program's sum is $(cat /tmp/sum), the module's $(cat "$parameter")" >&2
	exit 1
fi
deliver_map "$programs/twin" 1000000000
deliver_core
deliver
