# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-skid.sh - in the guest, whose samples wait for an instruction long after their period has
# ended: counts and losses are exact all the same, as TAP
set -eu
. /host/tap.sh
. /host/guest-tools.sh

cp /host/hostile /tmp
tap_program 'counts' ./hostile counts
tap_end
