# SPDX-License-Identifier: GPL-2.0-or-later
#
# The bootable guest: kernel, firmware and initramfs from the distribution's
# packages, our init, driver and tea command in it.

GUEST := qemu-device/guest
GUEST_BOOT := $(BUILD)/guest/linux-image-riscv64

ALL += $(GUEST_BOOT)/key

$(BUILD)/guest/init: $(GUEST)/init.c
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(filter-out -MMD -MP,$(CFLAGS)) -static -o $@ $<

# Quick when nothing changed: build-guest compares a hash of all inputs.
$(GUEST_BOOT)/key: $(BUILD)/guest/init $(BUILD)/riscv64/tea $(BUILD)/riscv64/libtea-heap.so $(BUILD)/tea_pmu.ko \
		$(BUILD)/qemu.built $(GUEST)/build-guest $(wildcard $(GUEST)/etc/*)
	$(call say,GUEST,$(@D))
	$(Q)$(GUEST)/build-guest

shell: $(GUEST_BOOT)/key $(BUILD)/libteaplugin.so $(BUILD)/tea-cpu
	$(Q)$(GUEST)/shell
