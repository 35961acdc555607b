# SPDX-License-Identifier: GPL-2.0-or-later
#
# libteapics: the command's reading parts behind userspace/library/teapics.h, as a shared
# and as a static library. Objects of its own: position independent, nothing visible.

TEAPICS_VERSION := 0.2
TEAPICS_OUT := $(BUILD)/library
TEAPICS_SONAME := libteapics.so.0
TEAPICS_SHARED := $(TEAPICS_OUT)/libteapics.so.$(TEAPICS_VERSION)
TEAPICS_STATIC := $(TEAPICS_OUT)/libteapics.a
# No view, no terminal.
TEAPICS_LIBS := $(filter-out -lncursesw -ltinfo,$(USER_LIBS))
TEAPICS_PARTS := base symbols perfdata recording analysis/*
TEAPICS_OBJECTS := $(patsubst userspace/%.c,$(TEAPICS_OUT)/%.o, \
	$(wildcard $(TEAPICS_PARTS:%=userspace/%/*.c)))
TEAPICS_ISA_OBJECTS := $(ISA_SOURCES:$(MODEL_DIR)/%.c=$(TEAPICS_OUT)/%.o)
TEAPICS_CFLAGS := $(USER_CFLAGS) -fPIC -ffunction-sections -fdata-sections $(unsanitized)

ALL += $(TEAPICS_SHARED) $(TEAPICS_STATIC)

$(TEAPICS_OBJECTS) $(TEAPICS_OUT)/library/teapics.o: $(TEAPICS_OUT)/%.o: userspace/%.c \
		| $(USER_HOST_ROOT)/done
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(TEAPICS_CFLAGS) -I$(USER_HOST_ROOT)/usr/include -c -o $@ $<

$(TEAPICS_ISA_OBJECTS): $(TEAPICS_OUT)/%.o: $(MODEL_DIR)/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(TEAPICS_CFLAGS) -c -o $@ $<

# Only the parts that the interface reaches: no disassembler.
$(TEAPICS_OUT)/parts.a: $(TEAPICS_OBJECTS) $(TEAPICS_ISA_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(TEAPICS_SHARED): $(TEAPICS_OUT)/library/teapics.o $(TEAPICS_OUT)/parts.a \
		userspace/library/teapics.map
	$(call say,LINK,$@)
	$(Q)$(CC) $(unsanitized) -shared -Wl,-soname,$(TEAPICS_SONAME) -Wl,--gc-sections -Wl,-z,defs \
		-Wl,--version-script=userspace/library/teapics.map -o $@ \
		$(TEAPICS_OUT)/library/teapics.o $(TEAPICS_OUT)/parts.a \
		$(call user_static,$(USER_HOST_ROOT)) -Wl,--as-needed $(TEAPICS_LIBS)
	$(Q)ln -sf $(@F) $(TEAPICS_OUT)/$(TEAPICS_SONAME)
	$(Q)ln -sf $(TEAPICS_SONAME) $(TEAPICS_OUT)/libteapics.so

# One object, in which only the interface is global.
$(TEAPICS_STATIC): $(TEAPICS_OUT)/library/teapics.o $(TEAPICS_OUT)/parts.a
	$(call say,AR,$@)
	$(Q)$(CC) $(unsanitized) -r -nostdlib -o $(TEAPICS_OUT)/teapics-all.o $^ \
		$(call user_static,$(USER_HOST_ROOT))
	$(Q)objcopy --wildcard --keep-global-symbol='teapics_*' $(TEAPICS_OUT)/teapics-all.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(TEAPICS_OUT)/teapics-all.o

-include $(TEAPICS_OBJECTS:.o=.d) $(TEAPICS_ISA_OBJECTS:.o=.d) $(TEAPICS_OUT)/library/teapics.d
