# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/dts: the device tree binding, against dt-schema and the tree that QEMU writes.
GUEST_CHECKS += tests/dts/binding
