# SPDX-License-Identifier: GPL-2.0-or-later
#
# kernel.sh - in the guest: a command's time in the kernel, counted and sampled
#
#   kernel.sh "PERIOD..." COMMAND
#
# COMMAND is a shell's. Leaves PERIOD.data of kernel code for each period, both.data of the first
# one and user code as well, machine.data of kernel code of all tasks, the count of kernel cycles in
# a run without samples, and the kernel's symbols. The periods of both and machine are a cycle
# longer, and two: each recording has a period of its own.
. /host/guest.sh

periods=$1 command=$2
first=${periods%% *}
cd /tmp

# The first run reads the files into memory, for the others.
sh -c "$command" >/tmp/output
perf stat -x , -o /tmp/count -e tea//k -- sh -c "$command" >/tmp/output
for period in $periods; do
	record "$period" -e tea//k -c "$period" -- sh -c "$command" >/tmp/output
done
record both -e tea//uk -c $((first + 1)) -- sh -c "$command" >/tmp/output
record machine -a -e tea//k -c $((first + 2)) -- sh -c "$command" >/tmp/output
grep tea /tmp/count | cut -d , -f 1 >/host/count
cp /proc/kallsyms /host/kallsyms
deliver
