# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/guest: what `run` promises, on a booted guest.

# At addresses that no other program of the guest has, for profiles of all that runs there.
GUEST_VECTORS := $(BUILD)/riscv64/tests/guest/vectors

ALL += $(BUILD)/tests/guest/crash.ko $(GUEST_VECTORS)
GUEST_CHECKS += tests/guest/streams tests/guest/verdicts tests/guest/prompt tests/guest/packages tests/guest/vectors

$(GUEST_VECTORS): tests/guest/vectors.c
	$(call say,CROSS,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(filter-out -MMD -MP,$(CFLAGS)) -march=rv64gcv -static \
		-Wl,-Ttext-segment=0x44000000 -o $@ $<

$(BUILD)/tests/guest/crash.ko: tests/guest/crash.c $(DISTRO)/kernel-headers
	$(call say,KBUILD,$@)
	$(Q)mkdir -p $(@D) && cp $< $(@D)
	$(Q)echo 'obj-m := crash.o' >$(@D)/Kbuild
	$(Q)kdir=$$($(DISTRO)/kernel-headers) && $(MAKE) -C "$$kdir" M=$(abspath $(@D)) \
		ARCH=riscv CROSS_COMPILE=$(CROSS_COMPILE) modules >$(@D)/log 2>&1 || \
		{ cat $(@D)/log >&2; exit 1; }
