# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/kernel: the driver's arithmetic on the host, its source as the kernel's
# tools see it, and perf with it in the guest.

ALL += $(BUILD)/tests/kernel/test_tea_sample
CHECKS += $(BUILD)/tests/kernel/test_tea_sample

$(BUILD)/tests/kernel/test_tea_sample: tests/kernel/test_tea_sample.c kernel/tea_sample.h
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -Ikernel $< -o $@ -lcmocka

-include $(BUILD)/tests/kernel/test_tea_sample.d
