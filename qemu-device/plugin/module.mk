# SPDX-License-Identifier: GPL-2.0-or-later
# The plugin that feeds the model: build/libteaplugin.so, for both kinds of QEMU.
PLUGIN_DIR := qemu-device/plugin
PLUGIN_SOURCES := $(wildcard $(PLUGIN_DIR)/*.c)
PLUGIN_OBJECTS := $(PLUGIN_SOURCES:%.c=$(BUILD)/%.o)
PLUGIN_LIBRARY := $(BUILD)/libteaplugin.so
PLUGIN_CPPFLAGS = -D_GNU_SOURCE -I$(MODEL_DIR) -Ikernel/uapi \
	-Iqemu-device/device/tree/include -I$(BUILD)/qemu/include \
	$(patsubst -I%,-isystem %,$(shell pkg-config --cflags glib-2.0))
PLUGIN_CFLAGS := -fPIC -fvisibility=hidden -O3 -flto=auto $(without_asan)

ALL += $(PLUGIN_LIBRARY)

$(PLUGIN_OBJECTS): $(BUILD)/%.o: %.c | $(BUILD)/qemu/include/qemu-plugin.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(PLUGIN_CFLAGS) $(PLUGIN_CPPFLAGS) -c $< -o $@

# Symbols of QEMU and glib come from the program that loads it.
$(PLUGIN_LIBRARY): $(PLUGIN_OBJECTS) $(MODEL_LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(PLUGIN_CFLAGS) -shared -o $@ $^

-include $(PLUGIN_OBJECTS:.o=.d)
