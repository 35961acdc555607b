# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/study: the paper's study repeated, and how far the model can be trusted.
#
# `make reproduce` runs missing jobs and writes docs/results/; SUITE=quick a small part.

study_dir := tests/study

CHECKS += $(study_dir)/runner $(study_dir)/pages
$(study_dir)/pages: $(BUILD)/study/choice $(BUILD)/study/numbers
# The longest of all.
LONG_CHECKS := $(study_dir)/quick $(LONG_CHECKS)
$(study_dir)/quick: $(BUILD)/suite/quick.staged

# The analysis of a profile: userspace's reader, and names and event sets of the model's.
analysis_dir := $(study_dir)/analysis
analysis_out := $(BUILD)/study
analysis_objects := $(patsubst $(analysis_dir)/%.c,$(analysis_out)/%.o, \
	$(wildcard $(analysis_dir)/*.c))
analysis_programs := $(addprefix $(analysis_out)/,accuracy choice draft mixes numbers tree windowed test_analysis)
analysis_library := $(filter-out $(analysis_programs:=.o),$(analysis_objects))

ALL += $(filter-out %/test_analysis,$(analysis_programs))
CHECKS += $(analysis_out)/test_analysis

$(analysis_objects): $(analysis_out)/%.o: $(analysis_dir)/%.c | $(USER_HOST_ROOT)/done
	@mkdir -p $(@D)
	$(Q)$(CC) $(USER_CFLAGS) -I$(analysis_dir) -I$(MODEL_DIR) -I$(USER_HOST_ROOT)/usr/include \
		-c -o $@ $<

# These read a profile each: nothing for which a link across files would be worth its time.
$(analysis_programs): $(analysis_out)/%: $(analysis_out)/%.o $(analysis_library) \
		$(filter-out %/main.o,$(USER_OBJECTS)) $(MODEL_LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) -fno-lto -o $@ $^ $(call user_static,$(USER_HOST_ROOT)) $(USER_LIBS) -lcmocka -lm

-include $(analysis_objects:.o=.d)

.PHONY: reproduce
reproduce: everything
	$(Q)$(study_dir)/reproduce
