# SPDX-License-Identifier: GPL-2.0-or-later
#
# qemu-devices.mak - the devices of qemu-system-riscv64 beside the virt board's own:
# the shared folder, serial ports, disks and randomness for guests.
# Becomes configs/devices/riscv64-softmmu/tea.mak in QEMU's tree.

CONFIG_RISCV_VIRT=y
CONFIG_VIRTIO_9P=y
CONFIG_VIRTIO_BLK=y
CONFIG_VIRTIO_PCI=y
CONFIG_VIRTIO_RNG=y
CONFIG_VIRTIO_SERIAL=y
