# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/programs: RISC-V Linux programs that other parts run under the model.
# Static and not position-independent: one address, in the file as in memory.

programs_dir := tests/programs
programs_out := $(BUILD)/riscv64/programs

microbenches := base dr_l1 dr_tlb dr_sq fl_mb fl_ex fl_mo st_l1 st_tlb st_llc
# loops for samples at fixed periods; the same main()
fixed_loops := four strings
# and one of two causes
microbench_bins := $(patsubst %,$(programs_out)/%,$(microbenches) $(fixed_loops) hidden)
programs_other := lbm csr_user mapped family limited addresses delays convoy pingpong grown ledger sharing threads wholesale team
PROGRAMS := $(microbench_bins) $(addprefix $(programs_out)/,$(programs_other))

programs_cflags := -std=gnu11 -O2 -g -Wall -Wextra -Wshadow -Wstrict-prototypes -static -no-pie

$(microbench_bins): $(programs_out)/%: $(programs_dir)/%.c $(programs_dir)/microbench.c \
		$(programs_dir)/microbench.h
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(programs_cflags) -o $@ $(filter %.c,$^)

# Some again, at addresses that no other program of the guest has.
programs_apart := $(programs_out)/apart
PROGRAMS_APART := $(addprefix $(programs_apart)/,lbm fl_mb st_llc)

$(programs_apart)/lbm: $(programs_dir)/lbm.c
$(programs_apart)/fl_mb $(programs_apart)/st_llc: $(programs_apart)/%: $(programs_dir)/%.c \
		$(programs_dir)/microbench.c $(programs_dir)/microbench.h
$(programs_apart)/lbm: programs_cflags += -Wl,-Ttext-segment=0x41000000
$(programs_apart)/fl_mb: programs_cflags += -Wl,-Ttext-segment=0x42000000
$(programs_apart)/st_llc: programs_cflags += -Wl,-Ttext-segment=0x43000000
$(PROGRAMS_APART):
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(programs_cflags) -o $@ $(filter %.c,$^)

$(programs_out)/lbm $(programs_apart)/lbm: programs_cflags += -O3 -ffast-math
$(programs_out)/family: programs_cflags += -fno-omit-frame-pointer -fno-optimize-sibling-calls -pthread
$(addprefix $(programs_out)/,delays sharing threads): programs_cflags += -pthread
# The linker warns of dlopen() in OpenMP's library, which is not called.
$(programs_out)/team: programs_cflags += -pthread -fopenmp -Wl,--no-warnings
# Two loops of a pair differ in their data alone.
$(programs_out)/sharing: programs_cflags += -falign-functions=64
# A call of the library is told by who calls it: of a static program its code is one with the caller's.
$(addprefix $(programs_out)/,convoy pingpong wholesale): programs_cflags := $(filter-out -static,$(programs_cflags)) \
	-pthread -fno-optimize-sibling-calls
$(addprefix $(programs_out)/,$(programs_other)): $(programs_out)/%: $(programs_dir)/%.c
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(programs_cflags) -o $@ $<

ALL += $(PROGRAMS) $(PROGRAMS_APART)
