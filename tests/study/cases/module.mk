# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/study/cases: programs of the study's jobs, most of which run on the guest.

cases_dir := tests/study/cases
cases_out := $(BUILD)/riscv64/cases

# One source, three of the compiler's modes: the case study of nab.
molecules := $(addprefix $(cases_out)/molecule-,ieee finite fast)
# And two, for FLOPS stacks: with multiplication and addition fused, and separate.
flops_fused := $(patsubst %,$(cases_out)/%-fused,sgemm conv nbody stencil)
flops_separate := $(flops_fused:-fused=-separate)
CASES := $(cases_out)/lattice $(cases_out)/lattice-thin $(molecules) $(cases_out)/stopwatch $(flops_fused) $(flops_separate) \
	$(cases_out)/particles

$(cases_out)/lattice $(cases_out)/lattice-thin $(molecules): cases_cflags := -O3
# For the quick part of the study: as few slices as have fluid.
$(cases_out)/lattice-thin: cases_cflags += -DSLICES=3
$(cases_out)/lattice-thin: $(cases_dir)/lattice.c
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
$(cases_out)/lattice $(cases_out)/stopwatch $(cases_out)/particles: $(cases_out)/%: $(cases_dir)/%.c
$(CASES):
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(programs_cflags) $(cases_cflags) -o $@ $< -lm

# For instruction mixes, with vectors and without: the compiler is that of tests/study/vectors.
mix_cases := $(patsubst %,$(cases_out)/%,fitter-scalar fitter-vector fitter-calls forward-before \
	forward-after)
$(mix_cases): mix_flags := -march=rv64gcv_zvl256b
$(cases_out)/fitter-scalar: mix_flags := -march=rv64gc
$(cases_out)/fitter-calls: mix_flags += -DCALLS
$(cases_out)/forward-after: mix_flags += -DFRIENDLY -ffast-math
$(filter $(cases_out)/fitter-%,$(mix_cases)): $(cases_dir)/fitter.c
$(filter $(cases_out)/forward-%,$(mix_cases)): $(cases_dir)/forward.c
$(mix_cases):
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(VECTORS_CC) $(vectors_cflags) $(mix_flags) -o $@ $< -lm

ALL += $(CASES) $(mix_cases)
GUEST_CHECKS += $(cases_dir)/results
