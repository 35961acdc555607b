# SPDX-License-Identifier: GPL-2.0-or-later
# Unit tests of the timing model's core. Streams run on a memory and a predictor
# that do as told; they come before the library, whose own are then not linked.
MODEL_TESTS_DIR := tests/model
MODEL_TESTS := $(patsubst $(MODEL_TESTS_DIR)/%.c,$(BUILD)/$(MODEL_TESTS_DIR)/%, \
	$(wildcard $(MODEL_TESTS_DIR)/test_*.c))
MODEL_TESTS_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard $(MODEL_TESTS_DIR)/*.c))

CHECKS += $(MODEL_TESTS)

$(MODEL_TESTS_OBJECTS): $(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(MODEL_CPPFLAGS) -I$(MODEL_TESTS_DIR) -c $< -o $@

$(BUILD)/$(MODEL_TESTS_DIR)/test_streams: $(BUILD)/$(MODEL_TESTS_DIR)/stream.o \
	$(BUILD)/$(MODEL_TESTS_DIR)/fake_memory.o
$(BUILD)/$(MODEL_TESTS_DIR)/test_random: $(BUILD)/$(MODEL_TESTS_DIR)/random_program.o
$(BUILD)/$(MODEL_TESTS_DIR)/test_lsu: $(BUILD)/$(MODEL_TESTS_DIR)/fake_memory.o
# counts what the records do not show: fetch blocks and drained stores
$(BUILD)/$(MODEL_TESTS_DIR)/test_random: LDFLAGS += -Wl,--wrap=tea_memory_fetch \
	-Wl,--wrap=tea_memory_store

$(MODEL_TESTS): %: %.o $(MODEL_LIBRARY)
	$(Q)$(CC) -fno-lto $(LDFLAGS) $(filter %.o,$^) $(MODEL_LIBRARY) -lcmocka -lm -o $@

# The decoder against binutils, on all compressed and many random instructions.
CHECKS += $(MODEL_TESTS_DIR)/decode-objdump
$(MODEL_TESTS_DIR)/decode-objdump: $(BUILD)/$(MODEL_TESTS_DIR)/decode_dump
$(BUILD)/$(MODEL_TESTS_DIR)/decode_dump: %: %.o $(MODEL_LIBRARY)
	$(Q)$(CC) -fno-lto $(LDFLAGS) $^ -o $@

# Speed of the model alone.
BENCHES += $(BUILD)/$(MODEL_TESTS_DIR)/bench_model
$(BUILD)/$(MODEL_TESTS_DIR)/bench_model: %: %.o $(MODEL_LIBRARY)
	$(Q)$(CC) -O3 -flto $(LDFLAGS) $^ -o $@

-include $(MODEL_TESTS_OBJECTS:.o=.d)
