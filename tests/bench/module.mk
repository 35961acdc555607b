# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/bench: the cost of the model, armed and off. `make bench`, REPS=N for more runs, BASE=DIR
# for another build beside.

bench_dir := tests/bench

ALL += $(BUILD)/bench/libempty.so

$(BUILD)/bench/libempty.so: $(bench_dir)/empty_plugin.c $(QEMU_CHOICE) | $(BUILD)/qemu/include/qemu-plugin.h
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -fPIC -shared -I$(PLUGIN_DIR) -I$(BUILD)/qemu/include \
		$$(pkg-config --cflags glib-2.0) -o $@ $<

-include $(BUILD)/bench/libempty.d

BENCHES += $(bench_dir)/speed $(bench_dir)/vectors $(bench_dir)/flat $(bench_dir)/lanes $(bench_dir)/fast $(bench_dir)/executions \
	$(bench_dir)/instructions $(bench_dir)/doors $(bench_dir)/boot $(bench_dir)/merges
CHECKS += $(bench_dir)/base-check

# Loops of vector accesses.
VECTOR_ACCESSES := $(BUILD)/riscv64/bench/vector_accesses

$(VECTOR_ACCESSES): $(bench_dir)/vector_accesses.c
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(VECTORS_CC) $(vectors_cflags) -march=rv64gcv -o $@ $<

ALL += $(VECTOR_ACCESSES)

# Work on the bare machine.
BENCH_ARMED := $(BUILD)/bench/armed

$(BENCH_ARMED): $(bench_dir)/armed.c $(DEVICE_BARE_PARTS) kernel/tea_pdis_regs.h kernel/uapi/tea_pdis.h
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(DEVICE_BARE_FLAGS) -I$(DEVICE_TESTS) -o $@ $(filter %.c %.S,$^)

ALL += $(BENCH_ARMED)

# The reader of recordings: programs that measure it.
bench_out := $(BUILD)/bench
READER_PROGRAMS := $(addprefix $(bench_out)/,inflate readall measure)
READER_OBJECTS := $(filter $(BUILD)/userspace/base/% $(BUILD)/userspace/perfdata/%,$(USER_OBJECTS))

$(READER_PROGRAMS): $(bench_out)/%: $(bench_dir)/%.c $(READER_OBJECTS)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(USER_CFLAGS) $(USER_LTO) -o $@ $< $(READER_OBJECTS) -lzstd

ALL += $(READER_PROGRAMS)
BENCHES += $(bench_dir)/reader

# All benches, for the test that runs each of them once, short.
$(bench_out)/list: $(wildcard $(MODULES:=/module.mk))
	@mkdir -p $(@D)
	$(Q)printf '%s\n' $(BENCHES) >$@

ALL += $(bench_out)/list
LONG_CHECKS += $(bench_dir)/benches
$(bench_dir)/benches: $(MODEL_BENCHES)
