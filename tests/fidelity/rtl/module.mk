# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/fidelity/rtl: programs that ran on BOOM's RTL, as the same machine code.

rtl_dir := tests/fidelity/rtl
rtl_out := $(BUILD)/$(rtl_dir)
rtl_emitted := $(patsubst %,$(rtl_out)/micro%,1 2 3 4 5)
rtl_chained := $(patsubst %,$(rtl_out)/micro%,2 4)
rtl_programs := $(rtl_out)/kernels $(rtl_emitted)
# Those of large-probes.csv, of which RTL ran the same functions at other addresses.
rtl_probes := $(addprefix $(rtl_out)/,memory pages forward cold)

# Those that they were compiled with when RTL ran them.
rtl_flags := -march=rv64gc -mabi=lp64d -mcmodel=medany -ffreestanding -nostdlib -static -fno-pic \
	-no-pie -fno-stack-protector -std=gnu11 -O2 -g -fno-tree-loop-distribute-patterns \
	-fno-tree-vectorize -Wall -Wextra -Wl,--build-id=none -Wl,--no-warn-rwx-segments \
	-Ikernel -Ikernel/uapi -I$(rtl_out) -Wa,-I$(rtl_out) -T $(rtl_dir)/bench.ld

ALL += $(rtl_programs) $(rtl_probes)

# In the order in which they are linked.
rtl_sources := $(addprefix $(rtl_dir)/,entry.S bench.c freestanding.c)
$(rtl_emitted): rtl_sources += $(rtl_dir)/emitter.c
$(rtl_chained): rtl_more := $(rtl_dir)/chain.S
$(rtl_emitted): $(rtl_dir)/emitter.c $(rtl_dir)/emitter.h $(fidelity_dir)/encoders.c \
	$(fidelity_dir)/instructions.h
$(rtl_chained): $(rtl_dir)/chain.S $(rtl_out)/chain.h $(rtl_out)/chain.bin
$(rtl_programs): $(rtl_out)/%: $(rtl_dir)/%.c $(rtl_sources) $(rtl_dir)/bench.h $(rtl_dir)/bench.ld \
		$(rtl_dir)/measured $(rtl_dir)/large.csv $(DEVICE_TESTS)/bare.h \
		kernel/tea_regs.h kernel/uapi/tea_abi.h
	$(call say,CROSS,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(rtl_flags) -o $@ $(rtl_sources) $< $(rtl_more)
	$(Q)$(rtl_dir)/measured $@ || :

$(rtl_out)/pages: rtl_more := -DPAGED -DSUPERVISOR
$(rtl_out)/pages: $(rtl_dir)/probe_memory.c
$(filter-out %/pages,$(rtl_probes)): $(rtl_out)/%: $(rtl_dir)/probe_%.c
$(rtl_probes): $(rtl_sources) $(rtl_dir)/bench.h $(rtl_dir)/bench.ld $(DEVICE_TESTS)/bare.h \
		kernel/tea_regs.h kernel/uapi/tea_abi.h
	$(call say,CROSS,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(rtl_flags) -o $@ $(rtl_more) $(rtl_sources) $(filter-out $(rtl_sources),$(filter %.c,$^))

$(rtl_out)/make_chain: $(rtl_dir)/make_chain.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) -o $@ $<

$(rtl_out)/chain.h: $(rtl_out)/make_chain
	$(Q)$< -h >$@

$(rtl_out)/chain.bin: $(rtl_out)/make_chain
	$(Q)$< >$@

GUEST_CHECKS += $(rtl_dir)/agreement
CHECKS += $(rtl_dir)/errors-check
