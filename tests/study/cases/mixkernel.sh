# SPDX-License-Identifier: GPL-2.0-or-later
#
# mixkernel.sh - in the guest: all of the machine while a command runs, as samples of instructions and
# branch records
#
#   mixkernel.sh PERIOD COMMAND
#
# COMMAND is a shell's. Leaves kernel.data, of instructions every PERIOD and of taken branches every tenth
# of it, and the kernel.
. /host/guest.sh
cd /tmp

# The first run reads the files into memory, for the second.
sh -c "$2" >/tmp/output
record kernel -a -e "tea/instructions,period=$1/" -e "tea/taken,period=$(($1 / 10)),branch_type=any/" -- \
	sh -c "$2"
deliver_core
deliver
