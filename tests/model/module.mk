# SPDX-License-Identifier: GPL-2.0-or-later
# Unit tests of the timing model, in its own directories. They and the model are compiled with the
# sanitizers; the benchmarks run the delivered library. Streams of the core run on a scripted memory
# and predictor; these come before the library, whose own are not linked.
MODEL_TESTS_DIR := tests/model
MODEL_TESTS_OUT := $(BUILD)/$(MODEL_TESTS_DIR)
MODEL_TESTS_SOURCES := $(wildcard $(MODEL_TESTS_DIR)/*.c $(MODEL_TESTS_DIR)/*/*.c)
MODEL_TESTS_OBJECTS := $(MODEL_TESTS_SOURCES:%.c=$(BUILD)/%.o)
MODEL_TESTS := $(patsubst %.c,$(BUILD)/%,$(filter %.c,$(foreach source,$(MODEL_TESTS_SOURCES), \
	$(if $(filter test_%,$(notdir $(source))),$(source)))))
MODEL_TESTS_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
MODEL_TESTS_CPPFLAGS := $(MODEL_CPPFLAGS) -I$(MODEL_TESTS_DIR)
MODEL_TESTS_MODEL := $(MODEL_SOURCES:%.c=$(MODEL_TESTS_OUT)/%.o)
MODEL_TESTS_LIBRARY := $(MODEL_TESTS_OUT)/libteamodel.a
MODEL_BENCHES := $(MODEL_TESTS_OUT)/bench_model $(MODEL_TESTS_OUT)/memory/bench_lookups

# Long random programs: over five seconds each.
MODEL_TESTS_SLOW := $(addprefix $(MODEL_TESTS_OUT)/,core/test_random observers/test_dispatch \
	observers/test_flops observers/test_stages)
CHECKS += $(filter-out $(MODEL_TESTS_SLOW),$(MODEL_TESTS))
SLOW_CHECKS += $(MODEL_TESTS_SLOW)
BENCHES += $(MODEL_BENCHES)

$(MODEL_TESTS_MODEL): $(MODEL_TESTS_OUT)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(MODEL_TESTS_SANITIZE) $(MODEL_CPPFLAGS) -c $< -o $@

$(MODEL_TESTS_LIBRARY): $(MODEL_TESTS_MODEL)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

$(MODEL_TESTS_OBJECTS): $(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(if $(findstring /bench_,$<),,$(MODEL_TESTS_SANITIZE)) \
		$(MODEL_TESTS_CPPFLAGS) -c $< -o $@

$(addprefix $(MODEL_TESTS_OUT)/,$(foreach test,cache caches dram tlbs naive_caches uncore,memory/test_$(test)) \
	core/test_data time/test_booking $(addprefix predictor/test_,banks branches loop naive_predictor tage)): $(MODEL_TESTS_OUT)/memory/hierarchy.o
$(MODEL_TESTS_OUT)/core/test_streams: $(MODEL_TESTS_OUT)/core/stream.o \
	$(MODEL_TESTS_OUT)/core/stream_vector.o $(MODEL_TESTS_OUT)/core/fake_memory.o
$(addprefix $(MODEL_TESTS_OUT)/,abstract/test_abstract $(addprefix core/test_,lsu random rows runs spared vector_costs vectors vlsu warm wrongpath) \
	$(addprefix observers/test_,dispatch flops golden path slices stalls timeline)): \
	$(MODEL_TESTS_OUT)/core/random_program.o
$(addprefix $(MODEL_TESTS_OUT)/,core/test_runs core/test_warm observers/test_path): $(MODEL_TESTS_OUT)/core/packed_run.o
$(addprefix $(MODEL_TESTS_OUT)/core/,test_lsu test_vlsu): $(MODEL_TESTS_OUT)/core/fake_memory.o
$(addprefix $(MODEL_TESTS_OUT)/,core/test_vectors \
	$(addprefix observers/test_,dispatch flops path slices stages)): $(MODEL_TESTS_OUT)/core/random_vector.o
$(MODEL_TESTS_OUT)/observers/test_path: $(MODEL_TESTS_OUT)/observers/naive_path.o
$(MODEL_TESTS_OUT)/observers/test_stages: $(MODEL_TESTS_OUT)/observers/naive_stages.o \
	$(MODEL_TESTS_OUT)/core/random_program.o
$(MODEL_TESTS_OUT)/predictor/test_naive_predictor: $(MODEL_TESTS_OUT)/predictor/naive_predictor.o
# counts the branches before a mispredicted one that the predictor gets
$(MODEL_TESTS_OUT)/core/test_wrongpath: LDFLAGS += -Wl,--wrap=tea_predictor_stray_before
# counts events that the records lack: fetch blocks, except of wrong paths, and drained stores
$(MODEL_TESTS_OUT)/core/test_random: LDFLAGS += -Wl,--wrap=tea_memory_fetch \
	-Wl,--wrap=tea_memory_fetch_hit -Wl,--wrap=tea_memory_store \
	-Wl,--wrap=tea_memory_store_hit -Wl,--wrap=tea_wrongpath_begin

$(MODEL_TESTS): %: %.o $(MODEL_TESTS_LIBRARY)
	$(Q)$(CC) $(MODEL_TESTS_SANITIZE) $(LDFLAGS) $(filter %.o,$^) $(MODEL_TESTS_LIBRARY) \
		-lcmocka -lm -o $@

# The decoder against binutils: all compressed and many random instructions, all vector ones.
MODEL_OBJDUMP_TESTS := $(addprefix $(MODEL_TESTS_DIR)/isa/,decode-objdump vector-objdump)
SLOW_CHECKS += $(MODEL_OBJDUMP_TESTS)
$(MODEL_OBJDUMP_TESTS): $(MODEL_TESTS_OUT)/isa/decode_dump
$(MODEL_TESTS_OUT)/isa/decode_dump: %: %.o $(MODEL_TESTS_LIBRARY)
	$(Q)$(CC) $(MODEL_TESTS_SANITIZE) $(LDFLAGS) $^ -o $@

$(MODEL_BENCHES): %: %.o $(MODEL_LIBRARY)
	$(Q)$(CC) -O3 -flto=auto $(LDFLAGS) $^ -o $@

-include $(MODEL_TESTS_OBJECTS:.o=.d) $(MODEL_TESTS_MODEL:.o=.d)
