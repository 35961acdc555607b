# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/device: the TEA unit as software sees it (bare-metal programs under
# qemu-system-riscv64), the plugin's refusals, and profiles of user programs.

DEVICE_TESTS := tests/device
DEVICE_OUT := $(BUILD)/tests/device
DEVICE_BARE := $(patsubst %,$(DEVICE_OUT)/%,csrs sampling picking policies counting attribution \
	timekeeping harts parallel migration virtual exact stateen plain pesa pesa_moved \
	pdis pdis_moved phases)

DEVICE_BARE_FLAGS := -march=rv64gc -mabi=lp64d -mcmodel=medany -ffreestanding -nostdlib -static \
	-fno-pic -no-pie -fno-stack-protector -std=gnu11 -O2 -g -Wall -Wextra -Wl,--build-id=none \
	-Wl,--no-warn-rwx-segments -Ikernel -Ikernel/uapi -T $(DEVICE_TESTS)/bare.ld

DEVICE_BARE_PARTS := $(wildcard $(DEVICE_TESTS)/*.h) $(DEVICE_TESTS)/bare.c \
	$(DEVICE_TESTS)/start.S $(DEVICE_TESTS)/bare.ld \
	kernel/tea_regs.h kernel/tea_pesa.h kernel/tea_pdis_regs.h kernel/uapi/tea_abi.h kernel/uapi/tea_pdis.h
# The same code, with the counters counting beside.
DEVICE_COUNTED := $(DEVICE_OUT)/sampling_counted
# And as it is where S-mode may select M-mode from the reset on.
DEVICE_ALLOWED := $(DEVICE_OUT)/csrs_allowed
# The part of exact that a unit that reports late has to keep, too.
DEVICE_LOSSES := $(DEVICE_OUT)/exact_losses
DEVICE_VARIANTS := $(DEVICE_COUNTED) $(DEVICE_ALLOWED) $(DEVICE_LOSSES)

ALL += $(DEVICE_BARE) $(DEVICE_VARIANTS)

$(DEVICE_BARE): $(DEVICE_OUT)/%: $(DEVICE_TESTS)/%.c $(DEVICE_BARE_PARTS)
$(DEVICE_COUNTED): $(DEVICE_OUT)/%_counted: $(DEVICE_TESTS)/%.c $(DEVICE_BARE_PARTS)
$(DEVICE_ALLOWED): $(DEVICE_OUT)/%_allowed: $(DEVICE_TESTS)/%.c $(DEVICE_BARE_PARTS)
$(DEVICE_LOSSES): $(DEVICE_OUT)/%_losses: $(DEVICE_TESTS)/%.c $(DEVICE_BARE_PARTS)
$(DEVICE_COUNTED): DEVICE_BARE_FLAGS += -DBESIDE=1
$(DEVICE_ALLOWED): DEVICE_BARE_FLAGS += -DALLOWED=1
$(DEVICE_LOSSES): DEVICE_BARE_FLAGS += -DLOSSES=1
$(DEVICE_BARE) $(DEVICE_VARIANTS):
	$(Q)mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(DEVICE_BARE_FLAGS) -o $@ $(filter %.c %.S,$^)

# A user program, as the plugin profiles it.
ALL += $(DEVICE_OUT)/hello $(DEVICE_OUT)/hello-static $(DEVICE_OUT)/talker-static

$(DEVICE_OUT)/talker-static: $(DEVICE_TESTS)/talker.c
$(DEVICE_OUT)/hello $(DEVICE_OUT)/hello-static: $(DEVICE_TESTS)/hello.c
$(DEVICE_OUT)/hello $(DEVICE_OUT)/hello-static $(DEVICE_OUT)/talker-static:
	$(Q)mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(filter-out -MMD -MP,$(CFLAGS)) -D_GNU_SOURCE -pthread \
		$(if $(findstring static,$@),-static) -o $@ $<

# QEMU without the device, as far as the plugin sees it: with its glib.
ALL += $(DEVICE_OUT)/plain_qemu

$(DEVICE_OUT)/plain_qemu: $(DEVICE_TESTS)/plain_qemu.c $(QEMU_CHOICE) | $(BUILD)/qemu/include/qemu-plugin.h
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) $(PLUGIN_CPPFLAGS) -o $@ $< -ldl \
		-Wl,--no-as-needed $(shell pkg-config --libs glib-2.0)

GUEST_CHECKS += tests/device/unit tests/device/debugger tests/device/refusals tests/device/golden tests/device/profiles tests/device/lanes tests/device/beside tests/device/warming tests/device/fast tests/device/whatif tests/device/whatif-sampled tests/device/sampled tests/device/resume tests/device/refine tests/device/views tests/device/explain tests/device/addressing tests/device/delays tests/device/sensitivity tests/device/statusline tests/device/sim tests/device/endings tests/device/region tests/device/flops tests/device/stacks tests/device/slopes tests/device/mix tests/device/compilers tests/device/tutorial tests/device/campaign tests/device/campaign-cluster
CHECKS += tests/device/spec
