# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/kernel: the driver's arithmetic on the host, its source as the kernel's
# tools see it, and perf with it in the guest.

KERNEL_TEST_DIR := $(BUILD)/riscv64/tests/kernel
KERNEL_TEST_PROGRAMS := $(addprefix $(KERNEL_TEST_DIR)/,ring refusals limits slots branches rounds \
	busy vm hostile bpf doors)

KERNEL_UNIT_TESTS := $(addprefix $(BUILD)/tests/kernel/test_tea_,sample config branch memory reload tagged)

ALL += $(KERNEL_UNIT_TESTS) $(KERNEL_TEST_PROGRAMS)
CHECKS += $(KERNEL_UNIT_TESTS)
SLOW_CHECKS += tests/kernel/source
LONG_CHECKS += tests/kernel/guest-perf tests/kernel/guest-stat
GUEST_CHECKS += tests/kernel/guest-mix tests/kernel/guest-hostile
GUEST_CHECKS += tests/kernel/guest-partial tests/kernel/guest-virtual tests/kernel/guest-skid
GUEST_CHECKS += tests/kernel/guest-sampled tests/kernel/guest-stateen tests/kernel/guest-consent tests/kernel/guest-kinds tests/kernel/guest-doors

$(filter-out %_reload,$(KERNEL_UNIT_TESTS)): $(BUILD)/tests/kernel/%: tests/kernel/%.c
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -Ikernel $< -o $@ -lcmocka

$(KERNEL_TEST_DIR)/%.o: tests/kernel/%.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(CFLAGS) -Ikernel/uapi -c $< -o $@

$(KERNEL_TEST_PROGRAMS): %: %.o $(KERNEL_TEST_DIR)/tea_event.o
	$(call say,CC,$@)
	$(Q)$(CROSS_COMPILE)gcc -static $^ -o $@ -pthread

# Held against the model's own countdown.
RELOAD_TEST := $(BUILD)/tests/kernel/test_tea_reload
$(RELOAD_TEST): CFLAGS += -Iqemu-device/model
$(RELOAD_TEST): tests/kernel/test_tea_reload.c qemu-device/model/observers/countdown.c kernel/tea_reload.h
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -Ikernel $(filter %.c,$^) -o $@ -lcmocka

-include $(KERNEL_UNIT_TESTS:=.d) $(wildcard $(KERNEL_TEST_DIR)/*.d)

# The driver built in, on a kernel with lockdep: long, so no part of `make check`.
.PHONY: check-debug-kernel
check-debug-kernel: $(ALL)
	$(Q)TEA_TEST_LIMIT_S=10800 tests/run tests/kernel/debug-kernel

# The archive's newest changes from day to day: no part of `make check` either.
.PHONY: check-newest-kernel
check-newest-kernel: $(BUILD)/perf/tea.json
	$(Q)tests/run tests/kernel/newest

# Builds perf: no part of `make check`.
.PHONY: check-perf-metrics
check-perf-metrics: $(ALL)
	$(Q)tests/run tests/kernel/metrics

# The kernel's own tests of locks and RCU, on four harts.
.PHONY: check-torture
check-torture: $(ALL)
	$(Q)TEA_TEST_LIMIT_S=3600 tests/run tests/kernel/torture
