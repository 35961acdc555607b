# SPDX-License-Identifier: GPL-2.0-or-later
#
# waits.sh - in the guest: threads that wait for each other, recorded with tea record --waits
. /host/guest.sh
cat /proc/kallsyms >/host/kallsyms
. /host/kallsyms.sh

cd /tmp
tea record --waits -o convoy.data -- $programs/convoy 40 >said 2>&1 || { cat said >&2; exit 1; }
tea record --waits -o pingpong.data -- $programs/pingpong 200 >said 2>&1 || { cat said >&2; exit 1; }
# as people would type it, without tea
perf record -q -o plain.data -e tea// -e context-switches/period=1,call-graph=dwarf/ --switch-events -- \
	$programs/pingpong 20 >said 2>&1 || { cat said >&2; exit 1; }
tea explain -i convoy.data >/host/explained
sysctl -q -w kernel.perf_event_paranoid=2
su -s /bin/sh nobody -c "tea record --waits -o anybody.data -- true" >/host/refused 2>&1 || :
cp *.data /host
