# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/study/cases: programs of the study's jobs that run on the guest.

cases_dir := tests/study/cases
cases_out := $(BUILD)/riscv64/cases

# One source, three of the compiler's modes: the case study of nab.
molecules := $(addprefix $(cases_out)/molecule-,ieee finite fast)
CASES := $(cases_out)/lattice $(molecules) $(cases_out)/stopwatch

$(cases_out)/lattice $(molecules): cases_cflags := -O3
$(cases_out)/molecule-finite: cases_cflags += -ffinite-math-only
$(cases_out)/molecule-fast: cases_cflags += -ffast-math

$(molecules): $(cases_dir)/molecule.c
$(cases_out)/lattice $(cases_out)/stopwatch: $(cases_out)/%: $(cases_dir)/%.c
$(CASES):
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(programs_cflags) $(cases_cflags) -o $@ $< -lm

ALL += $(CASES)
GUEST_CHECKS += $(cases_dir)/results
