# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/study/vectors: kernels of floating point in builds with and without vectors.
#
# One source, in the study's cases and the suite, in builds KERNEL-BUILD: `scalar`; `auto`,
# which the compiler vectorised for any length of vectors; by `intrinsics`, of sgemm and conv in
# two styles, `loadop` and `broadcast`. Each also as KERNEL-BUILD-separate, without fused
# multiply-add.

vectors_dir := tests/study/vectors
vectors_out := $(BUILD)/riscv64/vectors

# Debian 12's gcc knows no vectors. This clang is in both releases: the same code on all hosts.
VECTORS_CC := clang-19
# The linker of Debian 12 dies of its DWARF 5.
vectors_cflags := --target=riscv64-linux-gnu -mabi=lp64d -std=gnu11 -O3 -g -gdwarf-4 -Wall -Wextra \
	-Wshadow -Wstrict-prototypes -static -fno-math-errno \
	$(addprefix -I,$(vectors_dir) $(cases_dir) $(suite_dir)/kernels)

vectors_fused := $(foreach build,scalar auto,$(addsuffix -$(build),sgemm conv nbody stencil spmv)) \
	$(addsuffix -intrinsics,nbody stencil spmv) \
	$(addsuffix -loadop,sgemm conv) $(addsuffix -broadcast,sgemm conv)
VECTORS := $(addprefix $(vectors_out)/,$(vectors_fused) $(vectors_fused:=-separate))
# $(call vectors_of,PATTERN...): the builds so named, with and without fused multiply-add.
vectors_of = $(filter $(addprefix $(vectors_out)/,$(1) $(addsuffix -separate,$(1))),$(VECTORS))

$(VECTORS): vectors_flags := -march=rv64gcv
$(call vectors_of,%-scalar): vectors_flags := -march=rv64gc
$(call vectors_of,%-intrinsics %-loadop): vectors_flags += -DINTRINSICS
$(call vectors_of,%-broadcast): vectors_flags += -DINTRINSICS -DBROADCAST
$(filter %-separate,$(VECTORS)): vectors_flags += -DSEPARATE -ffp-contract=off

$(filter $(vectors_out)/sgemm-%,$(VECTORS)): $(cases_dir)/sgemm.c
$(filter $(vectors_out)/conv-%,$(VECTORS)): $(cases_dir)/conv.c
$(filter $(vectors_out)/nbody-%,$(VECTORS)): $(cases_dir)/nbody.c
$(filter $(vectors_out)/stencil-%,$(VECTORS)): $(suite_dir)/kernels/stencil.c
$(filter $(vectors_out)/spmv-%,$(VECTORS)): $(suite_dir)/kernels/spmv.c
# One again, at addresses that no other program of the guest has.
vectors_apart := $(vectors_out)/apart/sgemm
$(vectors_apart): $(cases_dir)/sgemm.c
$(vectors_apart): vectors_flags := -march=rv64gcv -Wl,-Ttext-segment=0x44000000

$(VECTORS) $(vectors_apart): $(wildcard $(vectors_dir)/*.h) $(suite_dir)/kernels/kernel.h \
		$(cases_dir)/sizes.h
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(VECTORS_CC) $(vectors_cflags) $(vectors_flags) -o $@ $(filter %.c,$^) -lm

ALL += $(VECTORS) $(vectors_apart)
GUEST_CHECKS += $(vectors_dir)/builds
