# SPDX-License-Identifier: GPL-2.0-or-later
#
# repeat.sh - in the guest: one recording of user code and kernel, with inherited
# children, to standard output
. /host/guest.sh
. /host/kallsyms.sh

record repeat -e tea// -c 100003 -- \
	sh -c "$programs/lbm 1; $programs/fl_mo 100000; ls -l /usr/bin" >/dev/null
cat /tmp/repeat.data
