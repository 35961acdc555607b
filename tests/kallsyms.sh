# SPDX-License-Identifier: GPL-2.0-or-later
#
# kallsyms.sh - in the guest: a kernel of few names, for tests that ask for none of them
#
# Sourced, before perf is run. perf and tea read all of /proc/kallsyms each time that they run; the
# guest's kernel has 190,000 names, which it writes again for each reader, and that is most of the
# time of a short command there. The first ones stay: the begin of the kernel.

if [ ! -e /tmp/kallsyms ]; then
	head -n 3000 /proc/kallsyms >/tmp/kallsyms
	mount --bind /tmp/kallsyms /proc/kallsyms
fi
