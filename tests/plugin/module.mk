# SPDX-License-Identifier: GPL-2.0-or-later
# Unit tests of what the plugin has that needs no QEMU: lanes and their observers, executions
# of vector instructions.
PLUGIN_TESTS_DIR := tests/plugin
PLUGIN_TESTS_OUT := $(BUILD)/$(PLUGIN_TESTS_DIR)
PLUGIN_TESTS := $(PLUGIN_TESTS_OUT)/test_lane $(PLUGIN_TESTS_OUT)/test_vectorop
PLUGIN_TESTS_SUBJECTS := $(patsubst $(PLUGIN_DIR)/%.c,$(PLUGIN_TESTS_OUT)/%.o, \
	$(wildcard $(addprefix $(PLUGIN_DIR)/,lane.c jsonout.c observer*.c vectorop.c)))
PLUGIN_TESTS_COMPILE = $(CC) $(CFLAGS) $(MODEL_TESTS_SANITIZE) -D_GNU_SOURCE \
	$(MODEL_TESTS_CPPFLAGS) -I$(PLUGIN_DIR) -c $< -o $@

CHECKS += $(PLUGIN_TESTS)

$(PLUGIN_TESTS_SUBJECTS): $(PLUGIN_TESTS_OUT)/%.o: $(PLUGIN_DIR)/%.c
	@mkdir -p $(@D)
	$(Q)$(PLUGIN_TESTS_COMPILE)

$(PLUGIN_TESTS:=.o): $(PLUGIN_TESTS_OUT)/%.o: $(PLUGIN_TESTS_DIR)/%.c
	@mkdir -p $(@D)
	$(Q)$(PLUGIN_TESTS_COMPILE)

$(PLUGIN_TESTS_OUT)/test_vectorop: %: %.o $(PLUGIN_TESTS_OUT)/vectorop.o
	$(Q)$(CC) $(MODEL_TESTS_SANITIZE) $(LDFLAGS) $^ -lcmocka -o $@

$(PLUGIN_TESTS_OUT)/test_lane: %: %.o $(PLUGIN_TESTS_SUBJECTS) $(MODEL_TESTS_OUT)/core/random_program.o \
		$(MODEL_TESTS_LIBRARY)
	$(Q)$(CC) $(MODEL_TESTS_SANITIZE) $(LDFLAGS) $^ -lcmocka -lm -o $@

-include $(PLUGIN_TESTS:=.d) $(PLUGIN_TESTS_SUBJECTS:.o=.d)
