# SPDX-License-Identifier: GPL-2.0-or-later
#
# The driver for the guest's kernel, build/tea_pmu.ko, and its events for perf's build,
# build/perf/tea.json.

ALL += $(BUILD)/tea_pmu.ko $(BUILD)/perf/tea.json

KERNEL_INPUTS := $(addprefix kernel/,Kbuild Makefile) $(wildcard kernel/*.[ch] kernel/uapi/*.h) \
	$(DISTRO)/kernel-headers

$(BUILD)/tea_pmu.ko: $(KERNEL_INPUTS)
	$(call say,KBUILD,$@)
	$(Q)kdir=$$($(DISTRO)/kernel-headers) && $(MAKE) -C kernel KDIR="$$kdir" \
		ARCH=riscv CROSS_COMPILE=$(CROSS_COMPILE) BUILD=$(abspath $(BUILD))/kernel \
		>$(BUILD)/kernel.log 2>&1 || { cat $(BUILD)/kernel.log >&2; exit 1; }
	$(Q)cp $(BUILD)/kernel/tea_pmu.ko $@

$(BUILD)/perf/pmu_events: kernel/perf/pmu_events.c
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -Ikernel $< -o $@

$(BUILD)/perf/tea.json: $(BUILD)/perf/pmu_events
	$(call say,JSON,$@)
	$(Q)$< >$@

-include $(BUILD)/perf/pmu_events.d
