# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/system: from perf in the guest to the views on the host, and `make demo`.

system_dir := tests/system

ALL += $(BUILD)/system/root.staged

$(BUILD)/system/root.staged: $(system_dir)/stage-root $(PROGRAMS)
	$(call say,STAGE,$(@:.staged=))
	$(Q)$< $(@:.staged=) $(PROGRAMS)
	$(Q)touch $@

LONG_CHECKS += $(addprefix $(system_dir)/,record usage parallel sharing sides)
GUEST_CHECKS += $(addprefix $(system_dir)/,events-guest views inputs periods events-sim golden-program \
	waits counts data shared tickless objects console repeatable whatif mix bad-input tutorial)

# The terminal that a person sits at.
$(system_dir)/console: $(BUILD)/tests/userspace/tools/screen

demo: everything
	$(Q)$(system_dir)/demo
