# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/fidelity: microbenchmarks of the modelled core, as bare-metal programs under
# qemu-system-riscv64, against the knobs' values; and the CoreMark-like program.

fidelity_dir := tests/fidelity
fidelity_out := $(BUILD)/tests/fidelity
fidelity_groups := units memory tlb frontend capacity lsu vectors
fidelity_bare := $(fidelity_groups:%=$(fidelity_out)/micro_%)

ALL += $(fidelity_bare)

$(addprefix $(fidelity_out)/micro_,capacity vectors): $(fidelity_dir)/knee.c $(fidelity_dir)/knee.h
$(fidelity_bare): $(fidelity_out)/%: $(fidelity_dir)/%.c $(fidelity_dir)/micro.c \
		$(fidelity_dir)/micro.h $(fidelity_dir)/encoders.c $(fidelity_dir)/instructions.h \
		$(DEVICE_TESTS)/bare.c $(DEVICE_TESTS)/bare.h \
		$(DEVICE_TESTS)/start.S $(DEVICE_TESTS)/bare.ld \
		kernel/tea_regs.h kernel/uapi/tea_abi.h
	$(call say,CROSS,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(DEVICE_BARE_FLAGS) -o $@ $(filter %.c %.S,$^)

ALL += $(fidelity_out)/knobs

$(fidelity_out)/knobs: $(fidelity_dir)/knobs.c $(MODEL_LIBRARY)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) $(MODEL_CPPFLAGS) -o $@ $^

# Programs for `tea sim`: as compilers do it, and without jump tables.
fidelity_marks := $(BUILD)/riscv64/fidelity/mark $(BUILD)/riscv64/fidelity/mark-no-tables

ALL += $(fidelity_marks)

$(BUILD)/riscv64/fidelity/mark-no-tables: fidelity_cflags := -fno-jump-tables
$(fidelity_marks): $(fidelity_dir)/mark.c
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(programs_cflags) $(fidelity_cflags) -o $@ $<

GUEST_CHECKS += $(fidelity_dir)/micro
