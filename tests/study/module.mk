# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/study: the paper's study again, and how far the model can be trusted.
#
# `make reproduce` runs what is missing and writes docs/results/; SUITE=quick a small part.

study_dir := tests/study

CHECKS += $(study_dir)/runner
GUEST_CHECKS += $(study_dir)/quick
$(study_dir)/quick: $(BUILD)/suite/quick.staged

.PHONY: reproduce
reproduce: everything
	$(Q)$(study_dir)/reproduce
