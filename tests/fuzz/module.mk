# SPDX-License-Identifier: GPL-2.0-or-later
#
# Fuzz targets of the tea command. `make fuzz SECONDS=60` runs each with libFuzzer, for
# which it needs clang; the tests replay the seeds with any compiler.

fuzz_dir := tests/fuzz
fuzz_out := $(BUILD)/fuzz
FUZZ_CC := clang
FUZZ_SECONDS = $(or $(SECONDS),60)
FUZZ_TARGETS := $(patsubst $(fuzz_dir)/%.c,%,$(wildcard $(fuzz_dir)/fuzz_*.c))
FUZZ_CFLAGS := $(filter-out -O2 -MMD -MP,$(USER_CFLAGS)) -O1 -I$(USER_TESTS_DIR) -I$(USER_HOST_ROOT)/usr/include \
	-fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_SHARED := $(fuzz_dir)/fuzz.c $(fuzz_dir)/scopes.c $(USER_TESTS_WRITER_SOURCES)
FUZZ_LDFLAGS := -Wl,--wrap=dwarf_getscopes
FUZZ_SOURCES := $(filter $(foreach part,base symbols perfdata recording analysis output import,userspace/$(part)/%), \
	$(USER_SOURCES))
FUZZ_OBJECTS := $(FUZZ_SOURCES:userspace/%.c=$(fuzz_out)/userspace/%.o)
FUZZ_REPLAYS := $(FUZZ_TARGETS:%=$(fuzz_out)/replay/%)

# The tests' objects have the sanitizers already.
FUZZ_REPLAY_OBJECTS := $(filter-out %/main.o,$(USER_TESTS_USERSPACE)) $(USER_TESTS_WRITER)

$(FUZZ_REPLAYS): $(fuzz_out)/replay/%: $(fuzz_dir)/%.c $(fuzz_dir)/replay.c $(fuzz_dir)/fuzz.c \
		$(fuzz_dir)/scopes.c $(fuzz_dir)/fuzz.h $(FUZZ_REPLAY_OBJECTS) $(MODEL_PARTS)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(filter-out -MMD -MP,$(USER_TESTS_CFLAGS)) -I$(fuzz_dir) $(FUZZ_LDFLAGS) -o $@ $(filter %.c %.o %.a,$^) \
		$(call user_static,$(USER_HOST_ROOT)) $(USER_LIBS)

CHECKS += $(fuzz_dir)/seeds
$(fuzz_dir)/seeds: $(FUZZ_REPLAYS) $(USER_TESTS_RECORDED) $(USER_TESTS_LOOKED_UP)

$(FUZZ_OBJECTS): $(fuzz_out)/userspace/%.o: userspace/%.c | $(USER_HOST_ROOT)/done
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c -o $@ $<

$(FUZZ_TARGETS:%=$(fuzz_out)/%): $(fuzz_out)/%: $(fuzz_dir)/%.c $(FUZZ_SHARED) $(fuzz_dir)/fuzz.h \
		$(FUZZ_OBJECTS) $(MODEL_PARTS)
	$(call say,FUZZCC,$@)
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -fsanitize=fuzzer $(FUZZ_LDFLAGS) -o $@ $(filter %.c %.o %.a,$^) \
		$(call user_static,$(USER_HOST_ROOT)) $(USER_LIBS)

-include $(FUZZ_OBJECTS:.o=.d)

.PHONY: fuzz
fuzz: $(FUZZ_TARGETS:%=$(fuzz_out)/%) $(fuzz_dir)/seeds
	$(Q)$(fuzz_dir)/fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)
