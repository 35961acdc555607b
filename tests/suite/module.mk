# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/suite: the programs of the study. `make suite` stages them, SUITE=quick a few.

suite_dir := tests/suite
suite_out := $(BUILD)/riscv64/suite
SUITE ?= full

suite_kernels := $(patsubst $(suite_dir)/kernels/%.c,$(suite_out)/%,$(wildcard $(suite_dir)/kernels/*.c))

$(suite_kernels): $(suite_out)/%: $(suite_dir)/kernels/%.c $(suite_dir)/kernels/kernel.h
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(programs_cflags) -o $@ $< -lm

$(BUILD)/suite/inputs: $(suite_dir)/inputs.c
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -o $@ $<

-include $(BUILD)/suite/inputs.d

$(suite_out)/extensions: $(suite_dir)/extensions.c
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(programs_cflags) -o $@ $<

GUEST_CHECKS += $(suite_dir)/check
$(suite_dir)/check: $(suite_out)/extensions $(BUILD)/suite/quick.staged

ALL += $(suite_kernels) $(BUILD)/suite/inputs

$(BUILD)/suite/quick.staged $(BUILD)/suite/full.staged: $(BUILD)/suite/%.staged: \
		$(addprefix $(suite_dir)/,programs.bash suite.bash stage) $(wildcard $(suite_dir)/data/*) $(BUILD)/suite/inputs \
		$(suite_kernels) $(programs_out)/lbm | $(BUILD)/qemu/include/qemu-plugin.h
	$(call say,STAGE,$(@:.staged=))
	$(Q)SUITE=$* $(suite_dir)/stage $(suite_kernels) $(programs_out)/lbm
	$(Q)touch $@

.PHONY: suite
suite: $(BUILD)/suite/$(SUITE).staged

reproduce: suite
