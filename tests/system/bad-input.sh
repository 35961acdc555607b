# SPDX-License-Identifier: GPL-2.0-or-later
#
# bad-input.sh - in the guest: recordings that `tea` must refuse or must not trust blindly
. /host/guest.sh
. /host/kallsyms.sh
. /host/tap.sh

record good -e tea// -c 100003 -- "$programs/st_l1"
record foreign -e cpu-clock -- "$programs/st_l1"
# A buffer of one page, which perf does not empty while the recorded program has stopped it.
record lossy -m 1 -e tea// -c 10007 -- \
	sh -c "kill -STOP \$PPID; '$programs/st_l1'; kill -CONT \$PPID" || :
tap_fails 'a period below the floor' 'out of range' \
	perf record -q -o /tmp/none -e tea// -c 100 -- true
tap_fails 'a field that the event does not have' 'nonsense' \
	perf record -q -o /tmp/none -e tea/nonsense=1/ -- true
tap_fails 'two TEA events that must run at once' 'Bad file descriptor' \
	perf record -q -o /tmp/none -e '{tea//,tea//u}' -- true
deliver
tap_end
