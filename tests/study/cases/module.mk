# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/study/cases: programs of the study's jobs that run on the guest.

cases_dir := tests/study/cases
cases_out := $(BUILD)/riscv64/cases

# One source, three of the compiler's modes: the case study of nab.
molecules := $(addprefix $(cases_out)/molecule-,ieee finite fast)
# And two, for FLOPS stacks: with multiplication and addition fused, and separate.
flops_fused := $(patsubst %,$(cases_out)/%-fused,sgemm conv nbody stencil)
flops_separate := $(flops_fused:-fused=-separate)
CASES := $(cases_out)/lattice $(molecules) $(cases_out)/stopwatch $(flops_fused) $(flops_separate)

$(cases_out)/lattice $(molecules): cases_cflags := -O3
$(cases_out)/molecule-finite: cases_cflags += -ffinite-math-only
$(cases_out)/molecule-fast: cases_cflags += -ffast-math
$(flops_fused) $(flops_separate): cases_cflags := -O3 -fno-math-errno -I$(suite_dir)/kernels
$(flops_separate): cases_cflags += -ffp-contract=off

$(molecules): $(cases_dir)/molecule.c
$(addprefix $(cases_out)/sgemm-,fused separate): $(cases_dir)/sgemm.c
$(addprefix $(cases_out)/conv-,fused separate): $(cases_dir)/conv.c
$(addprefix $(cases_out)/nbody-,fused separate): $(cases_dir)/nbody.c
$(addprefix $(cases_out)/stencil-,fused separate): $(suite_dir)/kernels/stencil.c
$(flops_fused) $(flops_separate): $(suite_dir)/kernels/kernel.h $(cases_dir)/sizes.h
$(cases_out)/lattice $(cases_out)/stopwatch: $(cases_out)/%: $(cases_dir)/%.c
$(CASES):
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(programs_cflags) $(cases_cflags) -o $@ $< -lm

ALL += $(CASES)
GUEST_CHECKS += $(cases_dir)/results
