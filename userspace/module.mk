# SPDX-License-Identifier: GPL-2.0-or-later
#
# The tea command: build/tea for this machine, build/riscv64/tea for the guest.
#
# capstone knows RISC-V from version 5 on, which Debian 12 does not have: both take
# Debian stable's static library, and libiberty, which there is no other of. The guest's other
# libraries are stable's shared ones.

USER_LIBS := -ldw -lelf -ljson-c -lnettle -lz -lzstd -lncursesw -ltinfo -lm
USER_CFLAGS := $(CFLAGS) -D_GNU_SOURCE -Ikernel/uapi -I$(MODEL_DIR) -Iuserspace
# Reading samples is a sixth faster with its files' functions inlined into each other.
USER_LTO := -flto=auto -ffat-lto-objects -fno-tree-slp-vectorize
USER_LTO_SOURCES := $(wildcard $(addprefix userspace/,$(addsuffix /*.c,base perfdata recording)))
USER_SOURCES := $(filter-out userspace/library/% userspace/preload/%,$(wildcard userspace/*/*.c userspace/*/*/*.c))
USER_OBJECTS := $(USER_SOURCES:userspace/%.c=$(BUILD)/userspace/%.o)
USER_RISCV_OBJECTS := $(USER_SOURCES:userspace/%.c=$(BUILD)/riscv64/userspace/%.o)

USER_HOST_ARCH := $(shell dpkg --print-architecture)
USER_HOST_ROOT := $(BUILD)/userspace/sysroot
USER_RISCV_ROOT := $(BUILD)/riscv64/sysroot
USER_HOST_PACKAGES := libcapstone-dev libiberty-dev
USER_RISCV_PACKAGES := libcapstone-dev libdw-dev libdw1t64 libelf-dev libelf1t64 libiberty-dev \
	libjson-c-dev libjson-c5 libncurses-dev libncursesw6 libnettle8t64 libtinfo6 libzstd-dev nettle-dev libzstd1 zlib1g zlib1g-dev
# $(call user_static,ROOT): the static libraries below it.
user_static = $$(find $(1)/usr/lib -name libcapstone.a -o -name libiberty.a)

# What tea record preloads: by frame pointers it finds its callers, and no call is its last.
HEAP_SOURCES := $(wildcard userspace/preload/*.c)
HEAP_CFLAGS := $(filter-out -MMD -MP,$(CFLAGS)) -D_GNU_SOURCE -Iuserspace -fPIC -fvisibility=hidden -fno-omit-frame-pointer \
	-fno-optimize-sibling-calls -fno-builtin -flto
HEAP_LDFLAGS := -shared -Wl,-soname,libtea-heap.so -Wl,-z,defs -Wl,-z,now

ALL += $(BUILD)/tea $(BUILD)/riscv64/tea $(BUILD)/libtea-heap.so $(BUILD)/riscv64/libtea-heap.so

$(BUILD)/libtea-heap.so: $(HEAP_SOURCES)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(unsanitized) $(HEAP_CFLAGS) $(HEAP_LDFLAGS) -o $@ $(HEAP_SOURCES)

$(BUILD)/riscv64/libtea-heap.so: $(HEAP_SOURCES)
	$(call say,CROSSLD,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(HEAP_CFLAGS) $(HEAP_LDFLAGS) -o $@ $(HEAP_SOURCES)

$(BUILD)/libtea-heap.so $(BUILD)/riscv64/libtea-heap.so: $(wildcard userspace/preload/*.h) userspace/base/heapformat.h

# $(call user_sysroot,ARCH,PACKAGES,ROOT): the packages' files under ROOT.
define user_sysroot
	$(Q)rm -rf $(3) && mkdir -p $(3)
	$(Q)$(DISTRO)/fetch-debs --arch $(1) $(2) >$(3)/packages
	$(Q)while read -r deb; do dpkg-deb -x $$deb $(3) || exit; done <$(3)/packages
	$(Q)touch $(3)/done
endef

$(USER_HOST_ROOT)/done: userspace/module.mk
	$(call say,FETCH,$(USER_HOST_PACKAGES))
	$(call user_sysroot,$(USER_HOST_ARCH),$(USER_HOST_PACKAGES),$(USER_HOST_ROOT))

$(USER_RISCV_ROOT)/done: userspace/module.mk
	$(call say,FETCH,$(USER_RISCV_PACKAGES))
	$(call user_sysroot,riscv64,$(USER_RISCV_PACKAGES),$(USER_RISCV_ROOT))

$(USER_OBJECTS): $(BUILD)/userspace/%.o: userspace/%.c | $(USER_HOST_ROOT)/done
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(USER_CFLAGS) $(if $(filter $(USER_LTO_SOURCES),$<),$(USER_LTO)) \
		-I$(USER_HOST_ROOT)/usr/include -c -o $@ $<

$(BUILD)/tea: $(USER_OBJECTS) $(MODEL_PARTS)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(USER_LTO) -o $@ $^ $(call user_static,$(USER_HOST_ROOT)) $(USER_LIBS)

$(USER_RISCV_OBJECTS): $(BUILD)/riscv64/userspace/%.o: userspace/%.c | $(USER_RISCV_ROOT)/done
	@mkdir -p $(@D)
	$(call say,CROSSCC,$@)
	$(Q)$(CROSS_COMPILE)gcc $(USER_CFLAGS) $(if $(filter $(USER_LTO_SOURCES),$<),$(USER_LTO)) \
		-I$(USER_RISCV_ROOT)/usr/include -c -o $@ $<

# The libraries want the guest's C library, which is newer than a Debian 12 host's.
$(BUILD)/riscv64/tea: $(USER_RISCV_OBJECTS) $(MODEL_RISCV_PARTS)
	$(call say,CROSSLD,$@)
	$(Q)$(CROSS_COMPILE)gcc $(CFLAGS) $(USER_LTO) -o $@ $^ $(call user_static,$(USER_RISCV_ROOT)) \
		-L$(USER_RISCV_ROOT)/usr/lib/riscv64-linux-gnu -Wl,--allow-shlib-undefined $(USER_LIBS)

# The assembler takes these in.
USER_PAGE := $(wildcard userspace/page/web/*)
$(BUILD)/userspace/page/page.o $(BUILD)/riscv64/userspace/page/page.o: $(USER_PAGE)
USER_SCHEMA := docs/profile.schema.json
$(addprefix $(BUILD)/,userspace/import/profilecheck.o riscv64/userspace/import/profilecheck.o): $(USER_SCHEMA)

-include $(USER_OBJECTS:.o=.d) $(USER_RISCV_OBJECTS:.o=.d)
