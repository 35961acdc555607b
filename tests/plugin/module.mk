# SPDX-License-Identifier: GPL-2.0-or-later
# Unit tests of the plugin's parts that need no QEMU: lanes and their observers, also on threads of
# their own; executions of vector instructions; the writer of profiles.
PLUGIN_TESTS_DIR := tests/plugin
PLUGIN_TESTS_OUT := $(BUILD)/$(PLUGIN_TESTS_DIR)
PLUGIN_TESTS := $(addprefix $(PLUGIN_TESTS_OUT)/test_,runestimate fast jsonout lane pace region broadcast spares vectorop windows)
PLUGIN_TESTS_SUBJECTS := $(patsubst $(PLUGIN_DIR)/%.c,$(PLUGIN_TESTS_OUT)/%.o, \
	$(wildcard $(addprefix $(PLUGIN_DIR)/,fast.c lane.c broadcast.c dying.c runestimate.c runratio.c allotment.c windows.c jsonout.c observer*.c pace.c region.c shifted.c spares.c runstages.c stagejson.c vectorop.c)))
# Batches of a quarter of their size: the ring is full after a quarter of the operations.
PLUGIN_TESTS_BROADCAST := -DBROADCAST_BATCH_BYTES=65536
PLUGIN_TESTS_COMPILE = $(CC) $(CFLAGS) $(MODEL_TESTS_SANITIZE) -D_GNU_SOURCE $(PLUGIN_TESTS_BROADCAST) \
	$(MODEL_TESTS_CPPFLAGS) -I$(PLUGIN_DIR) -c $< -o $@

PLUGIN_TESTS_SLOW := $(PLUGIN_TESTS_OUT)/test_broadcast
CHECKS += $(filter-out $(PLUGIN_TESTS_SLOW),$(PLUGIN_TESTS))
SLOW_CHECKS += $(PLUGIN_TESTS_SLOW)

$(PLUGIN_TESTS_SUBJECTS): $(PLUGIN_TESTS_OUT)/%.o: $(PLUGIN_DIR)/%.c
	@mkdir -p $(@D)
	$(Q)$(PLUGIN_TESTS_COMPILE)

$(PLUGIN_TESTS:=.o) $(PLUGIN_TESTS_OUT)/random_stream.o: $(PLUGIN_TESTS_OUT)/%.o: $(PLUGIN_TESTS_DIR)/%.c
	@mkdir -p $(@D)
	$(Q)$(PLUGIN_TESTS_COMPILE)

$(addprefix $(PLUGIN_TESTS_OUT)/test_,jsonout pace spares vectorop): $(PLUGIN_TESTS_OUT)/test_%: \
		$(PLUGIN_TESTS_OUT)/test_%.o $(PLUGIN_TESTS_OUT)/%.o
	$(Q)$(CC) $(MODEL_TESTS_SANITIZE) $(LDFLAGS) $^ -lcmocka -o $@

$(PLUGIN_TESTS_OUT)/test_region: %: %.o $(addprefix $(PLUGIN_TESTS_OUT)/,region.o spares.o)
	$(Q)$(CC) $(MODEL_TESTS_SANITIZE) $(LDFLAGS) $^ -lcmocka -o $@

$(addprefix $(PLUGIN_TESTS_OUT)/test_,runestimate fast lane broadcast): %: %.o $(PLUGIN_TESTS_SUBJECTS) \
		$(PLUGIN_TESTS_OUT)/random_stream.o \
		$(addprefix $(MODEL_TESTS_OUT)/core/,random_program.o random_vector.o packed_run.o) \
		$(MODEL_TESTS_LIBRARY)
	$(Q)$(CC) $(MODEL_TESTS_SANITIZE) $(LDFLAGS) $^ -lcmocka -lm -o $@

$(PLUGIN_TESTS_OUT)/test_windows: %: %.o $(addprefix $(PLUGIN_TESTS_OUT)/,allotment.o dying.o windows.o)
	$(Q)$(CC) $(MODEL_TESTS_SANITIZE) $(LDFLAGS) $^ -lcmocka -lm -o $@

# Once more, with all that it runs, under the thread sanitizer, which goes with no other.
PLUGIN_THREADS := $(PLUGIN_TESTS_OUT)/threads/test_broadcast
PLUGIN_THREADS_OBJECTS := $(patsubst %.c,$(PLUGIN_TESTS_OUT)/threads/%.o,$(MODEL_SOURCES) \
	$(PLUGIN_TESTS_SUBJECTS:$(PLUGIN_TESTS_OUT)/%.o=$(PLUGIN_DIR)/%.c) \
	$(addprefix $(PLUGIN_TESTS_DIR)/,test_broadcast.c random_stream.c) \
	$(addprefix $(MODEL_TESTS_DIR)/core/,random_program.c random_vector.c packed_run.c))
PLUGIN_THREADS_SANITIZE := $(unsanitized) -fsanitize=thread

ALL += $(PLUGIN_THREADS)
SLOW_CHECKS += $(PLUGIN_TESTS_DIR)/threads

$(PLUGIN_THREADS_OBJECTS): $(PLUGIN_TESTS_OUT)/threads/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(PLUGIN_THREADS_SANITIZE) -D_GNU_SOURCE $(PLUGIN_TESTS_BROADCAST) $(MODEL_TESTS_CPPFLAGS) \
		-I$(PLUGIN_DIR) -I$(PLUGIN_TESTS_DIR) -c $< -o $@

$(PLUGIN_THREADS): $(PLUGIN_THREADS_OBJECTS)
	$(call say,LINK,$@)
	$(Q)$(CC) $(PLUGIN_THREADS_SANITIZE) $(LDFLAGS) $^ -lcmocka -lm -o $@

# A feed with a substitute for a lane, and programs for it.
PLUGIN_DUMP := $(PLUGIN_TESTS_OUT)/feed_dump.so
PLUGIN_DUMP_SOURCES := $(PLUGIN_TESTS_DIR)/feed_dump.c $(patsubst %,$(PLUGIN_DIR)/%.c,feed code dying broadcast vectorop \
	registers guestmem arena sites region spares allotment windows)
PLUGIN_PROGRAMS := $(addprefix $(PLUGIN_TESTS_OUT)/,vector_program block_program executions_program)

ALL += $(PLUGIN_DUMP) $(PLUGIN_PROGRAMS)
GUEST_CHECKS += $(addprefix $(PLUGIN_TESTS_DIR)/,vectors blocks executions)

$(PLUGIN_DUMP): $(PLUGIN_DUMP_SOURCES) $(wildcard $(PLUGIN_DIR)/*.h) $(MODEL_LIBRARY) \
		$(QEMU_CHOICE) | $(BUILD)/qemu/include/qemu-plugin.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) -fPIC -fvisibility=hidden $(without_asan) \
		$(PLUGIN_CPPFLAGS) -I$(PLUGIN_DIR) -shared -o $@ $(filter %.c,$^) $(MODEL_LIBRARY) \
		-Wl,--wrap=qemu_plugin_register_vcpu_tb_trans_cb

$(PLUGIN_PROGRAMS): $(PLUGIN_TESTS_OUT)/%: $(PLUGIN_TESTS_DIR)/%.c
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(filter-out -MMD -MP,$(CFLAGS)) -march=rv64gcv -static -no-pie -pthread -o $@ $<

-include $(PLUGIN_TESTS:=.d) $(PLUGIN_TESTS_SUBJECTS:.o=.d) $(PLUGIN_TESTS_OUT)/random_stream.d \
	$(PLUGIN_THREADS_OBJECTS:.o=.d)
