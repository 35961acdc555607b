# SPDX-License-Identifier: GPL-2.0-or-later
#
# make pictures: those of this directory, drawn anew. Needs chromium.

.PHONY: pictures
pictures: $(ALL) $(BUILD)/tests/userspace/tools/screen
	$(Q)docs/pictures/draw
