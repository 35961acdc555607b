# SPDX-License-Identifier: GPL-2.0-or-later
# The plugin that feeds the model: build/libteaplugin.so, for both kinds of QEMU; and build/tea-cpu,
# which prints a core's options of QEMU's -cpu.
PLUGIN_DIR := qemu-device/plugin
PLUGIN_SOURCES := $(wildcard $(PLUGIN_DIR)/*.c)
PLUGIN_OBJECTS := $(PLUGIN_SOURCES:%.c=$(BUILD)/%.o)
PLUGIN_LIBRARY := $(BUILD)/libteaplugin.so
PLUGIN_CPPFLAGS = -D_GNU_SOURCE -I$(MODEL_DIR) -Ikernel -Ikernel/uapi \
	-Iqemu-device/device/tree/include -I$(BUILD)/qemu/include \
	$(patsubst -I%,-isystem %,$(shell pkg-config --cflags glib-2.0))
PLUGIN_CFLAGS := -fPIC -fvisibility=hidden -O3 -flto=auto $(without_asan)

PLUGIN_CPU := $(BUILD)/tea-cpu
PLUGIN_CPU_OBJECT := $(BUILD)/$(PLUGIN_DIR)/cpu/corecpu.o

ALL += $(PLUGIN_LIBRARY) $(PLUGIN_CPU)

$(PLUGIN_OBJECTS): $(BUILD)/%.o: %.c $(QEMU_CHOICE) | $(BUILD)/qemu/include/qemu-plugin.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(PLUGIN_CFLAGS) $(PLUGIN_CPPFLAGS) -c $< -o $@

# Symbols of QEMU and glib come from the program that loads it.
$(PLUGIN_LIBRARY): $(PLUGIN_OBJECTS) $(MODEL_LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(PLUGIN_CFLAGS) -shared -o $@ $^

$(PLUGIN_CPU_OBJECT): $(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(MODEL_CPPFLAGS) -c $< -o $@

$(PLUGIN_CPU): $(PLUGIN_CPU_OBJECT) $(MODEL_LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^

-include $(PLUGIN_OBJECTS:.o=.d) $(PLUGIN_CPU_OBJECT:.o=.d)
