# SPDX-License-Identifier: GPL-2.0-or-later
# Tests of caches, TLBs, DRAM and branch predictors. They and the part of the model
# they test are compiled with the sanitizers; the benchmark is compiled as delivered.
MEMORY_TESTS := booking caches dram tlbs naive_caches branches
MEMORY_UNITS := booking calendar cache dram llc l1 tlb memory tage gshare btb ras predictor params cores
MEMORY_DIR := $(BUILD)/tests/memory
MEMORY_PROGRAMS := $(MEMORY_TESTS:%=$(MEMORY_DIR)/test_%)
MEMORY_OBJECTS := $(MEMORY_UNITS:%=$(MEMORY_DIR)/%.o) $(MEMORY_DIR)/hierarchy.o
MEMORY_CFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all
MEMORY_CPPFLAGS := -Iqemu-device/model -Ikernel/uapi -Itests/memory

CHECKS += $(MEMORY_PROGRAMS)
BENCHES += $(MEMORY_DIR)/bench_lookups

$(MEMORY_DIR)/%.o: qemu-device/model/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(MEMORY_CFLAGS) $(MEMORY_CPPFLAGS) -c $< -o $@

$(MEMORY_DIR)/%.o: tests/memory/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(MEMORY_CFLAGS) $(MEMORY_CPPFLAGS) -c $< -o $@

$(MEMORY_PROGRAMS): %: %.o $(MEMORY_OBJECTS)
	$(Q)$(CC) $(MEMORY_CFLAGS) $^ -lcmocka -lm -o $@

$(MEMORY_DIR)/bench_lookups: tests/memory/bench_lookups.c $(BUILD)/libteamodel.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(MEMORY_CPPFLAGS) $< $(BUILD)/libteamodel.a -o $@

-include $(MEMORY_OBJECTS:.o=.d) $(MEMORY_PROGRAMS:=.d) $(MEMORY_DIR)/bench_lookups.d
