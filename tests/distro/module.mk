# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tests of the set-up layer that need neither network nor root.

CHECKS += tests/distro/refusals
