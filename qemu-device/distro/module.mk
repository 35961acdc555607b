# SPDX-License-Identifier: GPL-2.0-or-later
#
# QEMU with TEA: built into the cache, build/qemu points to it.

ALL += $(BUILD)/qemu.built

QEMU_INPUTS := $(shell find qemu-device/device -type f 2>/dev/null) kernel/uapi/tea_abi.h \
	$(DISTRO)/build-qemu $(wildcard $(DISTRO)/*.mak $(DISTRO)/*.bash)

# A cache that went away takes the link's target with it: build again.
ifeq ($(wildcard $(BUILD)/qemu/bin/qemu-system-riscv64),)
.PHONY: $(BUILD)/qemu.built
endif

$(BUILD)/qemu.built: $(QEMU_INPUTS)
	$(call say,QEMU,$(BUILD)/qemu)
	$(Q)dir=$$($(DISTRO)/build-qemu) && ln -sfn "$$dir" $(BUILD)/qemu
	$(Q)touch $@

$(BUILD)/qemu/include/qemu-plugin.h: | $(BUILD)/qemu.built
