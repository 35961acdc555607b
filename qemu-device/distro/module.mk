# SPDX-License-Identifier: GPL-2.0-or-later
#
# QEMU with TEA: built into the cache, build/qemu points to it.
#
# QEMU_SUITE=testing takes another suite's QEMU than Debian stable's, QEMU_RELEASE=10.2 the one of
# that release, where the suite has several; to be given each time, as `make QEMU_SUITE=sid check`.

ALL += $(BUILD)/qemu.built

QEMU_INPUTS := $(shell find qemu-device/device -type f 2>/dev/null) kernel/uapi/tea_abi.h kernel/tea_regs.h \
	kernel/tea_pesa.h kernel/uapi/tea_pdis.h kernel/tea_pdis_regs.h \
	$(DISTRO)/build-qemu $(wildcard $(DISTRO)/*.mak $(DISTRO)/*.bash)

# The chosen QEMU: its dependents are compiled again when the choice changes.
QEMU_CHOICE := $(BUILD)/qemu.choice

.PHONY: qemu-choice
$(QEMU_CHOICE): qemu-choice
	$(Q)mkdir -p $(@D)
	$(Q)choice='$(strip $(QEMU_SUITE) $(QEMU_RELEASE))'; \
		[[ -e $@ && $$choice == "$$(cat $@)" ]] || echo "$$choice" >$@

# A cache that went away takes the link's target with it: build again.
ifeq ($(wildcard $(BUILD)/qemu/bin/qemu-system-riscv64),)
.PHONY: $(BUILD)/qemu.built
endif

$(BUILD)/qemu.built: $(QEMU_INPUTS) $(QEMU_CHOICE)
	$(call say,QEMU,$(BUILD)/qemu)
	$(Q)dir=$$($(DISTRO)/build-qemu $(QEMU_SUITE) $(QEMU_RELEASE)) && ln -sfn "$$dir" $(BUILD)/qemu
	$(Q)touch $@

$(BUILD)/qemu/include/qemu-plugin.h: | $(BUILD)/qemu.built
