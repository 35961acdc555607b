# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tests of the tea command, in its own rooms; tools and subjects are shared. Unit tests are built
# with the address and undefined-behaviour sanitizers; the shell tests run build/tea, and once more
# a sanitized one.

USER_TESTS_DIR := tests/userspace
USER_TESTS_OUT := $(BUILD)/$(USER_TESTS_DIR)
USER_TESTS_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
USER_TESTS_CFLAGS := $(USER_CFLAGS) -O1 $(USER_TESTS_SANITIZE) -I$(USER_TESTS_DIR) \
	-I$(USER_HOST_ROOT)/usr/include
USER_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard $(USER_TESTS_DIR)/*/test_*.c \
	$(USER_TESTS_DIR)/*/*/test_*.c))
USER_TESTS_USERSPACE := $(USER_SOURCES:%.c=$(USER_TESTS_OUT)/%.o)
USER_TESTS_WRITER_SOURCES := $(wildcard $(USER_TESTS_DIR)/tools/perfwriter*.c)
USER_TESTS_WRITER := $(USER_TESTS_WRITER_SOURCES:%.c=$(BUILD)/%.o)
# Programs that write recordings.
USER_TESTS_MAKERS := $(addprefix $(USER_TESTS_OUT)/,tools/perfmake tools/datamake perfdata/perfbombs)
USER_TESTS_HEAPSHOW := $(USER_TESTS_OUT)/tools/heapshow
USER_TESTS_HANDMADE := $(USER_TESTS_OUT)/tools/handmade.o
USER_TESTS_OBJECTS := $(USER_TESTS:=.o) $(USER_TESTS_WRITER) $(USER_TESTS_HANDMADE) \
	$(USER_TESTS_MAKERS:=.o) $(USER_TESTS_HEAPSHOW).o

CHECKS += $(filter-out %/test_mutations,$(USER_TESTS))
SLOW_CHECKS += $(filter %/test_mutations,$(USER_TESTS))

$(USER_TESTS_USERSPACE): $(USER_TESTS_OUT)/%.o: %.c | $(USER_HOST_ROOT)/done
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(USER_TESTS_CFLAGS) -c -o $@ $<

$(USER_TESTS_OUT)/userspace/page/page.o: $(USER_PAGE)
$(USER_TESTS_OUT)/userspace/import/profilecheck.o: $(USER_SCHEMA)

$(USER_TESTS_OBJECTS): $(BUILD)/%.o: %.c | $(USER_HOST_ROOT)/done
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(USER_TESTS_CFLAGS) -c -o $@ $<

$(USER_TESTS): %: %.o $(USER_TESTS_WRITER) $(USER_TESTS_HANDMADE) \
		$(filter-out %/main.o,$(USER_TESTS_USERSPACE)) $(MODEL_PARTS)
	$(call say,LINK,$@)
	$(Q)$(CC) $(USER_TESTS_SANITIZE) -o $@ $^ $(call user_static,$(USER_HOST_ROOT)) \
		$(USER_LIBS) -lcmocka

$(USER_TESTS_MAKERS): %: %.o $(USER_TESTS_WRITER)
	$(Q)$(CC) $(USER_TESTS_SANITIZE) -o $@ $^ -lzstd

# The recorder of allocations: a program of this machine, that has no sanitizer, and its log's reader.
$(USER_TESTS_HEAPSHOW): %: %.o $(filter $(USER_TESTS_OUT)/userspace/base/%.o,$(USER_TESTS_USERSPACE)) \
		$(filter %/recording/heaplog.o %/recording/heaplog_find.o,$(USER_TESTS_USERSPACE))
	$(Q)$(CC) $(USER_TESTS_SANITIZE) -o $@ $^

$(USER_TESTS_OUT)/preload/heapblocks: $(USER_TESTS_DIR)/preload/heapblocks.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(unsanitized) $(filter-out -MMD -MP,$(CFLAGS)) -D_GNU_SOURCE -fno-builtin -no-pie -pthread -o $@ $<

CHECKS += $(USER_TESTS_DIR)/preload/recorder
$(USER_TESTS_DIR)/preload/recorder: $(BUILD)/libtea-heap.so $(USER_TESTS_HEAPSHOW) $(USER_TESTS_OUT)/preload/heapblocks

-include $(USER_TESTS_USERSPACE:.o=.d) $(USER_TESTS_OBJECTS:.o=.d)

# The programs that the recordings are of: addresses and source path never change.
USER_TESTS_SUBJECTS := $(USER_TESTS_DIR)/subjects
USER_TESTS_ROOT := $(BUILD)/$(USER_TESTS_SUBJECTS)/root
USER_TESTS_RECORDED := $(USER_TESTS_ROOT)/bin/prog $(USER_TESTS_ROOT)/bin/hostile $(USER_TESTS_ROOT)/bin/sharing \
	$(USER_TESTS_OUT)/tools/perfmake $(USER_TESTS_OUT)/tools/datamake

$(USER_TESTS_ROOT)/bin/prog: $(USER_TESTS_SUBJECTS)/subject.S
	@mkdir -p $(@D) $(USER_TESTS_ROOT)/src
	$(Q)cp $< $(USER_TESTS_ROOT)/src
	$(Q)cd $(USER_TESTS_ROOT)/src && $(CROSS_COMPILE)gcc -nostdlib -static -g \
		-fdebug-prefix-map=$$PWD=/src -Wl,-Ttext-segment=0x10000,-Ttext=0x10200,--build-id=sha1 \
		-o $(abspath $@) subject.S

$(USER_TESTS_ROOT)/bin/sharing: $(USER_TESTS_SUBJECTS)/subject_sharing.S
	@mkdir -p $(@D) $(USER_TESTS_ROOT)/src
	$(Q)cp $< $(USER_TESTS_ROOT)/src
	$(Q)cd $(USER_TESTS_ROOT)/src && $(CROSS_COMPILE)gcc -nostdlib -static -g \
		-fdebug-prefix-map=$$PWD=/src -Wl,-Ttext-segment=0x10000,-Ttext=0x10200,-Tdata=0x11000,--build-id=none \
		-o $(abspath $@) subject_sharing.S

$(USER_TESTS_ROOT)/bin/hostile: $(USER_TESTS_SUBJECTS)/hostile.S
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc -nostdlib -static -Wl,-Ttext-segment=0x10000,-Ttext=0x10200 -o $@ $<
	$(Q)$(CROSS_COMPILE)objcopy \
		--redefine-sym "name_script=</script><script>document.title='caught'</script>" \
		--redefine-sym 'name_frame=main;fake 99999999' \
		--redefine-sym 'name_json="],"total":0,"x":["\' \
		--redefine-sym "name_control=$$(printf '\377\033]0;title\a')" $@

# Names and lines are looked up in files of both architectures, stripped and not.
USER_TESTS_SUBJECT := $(BUILD)/$(USER_TESTS_SUBJECTS)/subject
USER_TESTS_LOOKED_UP := $(addprefix $(USER_TESTS_SUBJECT)-,host riscv64 stripped mini mangled gaps \
	units)
# Other compilers than GCC 12 make unwind tables unasked.
USER_TESTS_SUBJECT_FLAGS := -O2 -g -fPIE -pie -fasynchronous-unwind-tables

$(USER_TESTS_OUT)/symbols/test_symbols: | $(USER_TESTS_LOOKED_UP)

$(USER_TESTS_SUBJECT)-host: $(USER_TESTS_SUBJECTS)/subject_c.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(USER_TESTS_SUBJECT_FLAGS) -o $@ $<

$(USER_TESTS_SUBJECT)-riscv64: $(USER_TESTS_SUBJECTS)/subject_c.c
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(USER_TESTS_SUBJECT_FLAGS) -o $@ $<

$(USER_TESTS_SUBJECT)-stripped: $(USER_TESTS_SUBJECT)-riscv64
	$(Q)$(CROSS_COMPILE)strip -o $@ $<

# Beside that, compressed, the name of one function.
$(USER_TESTS_SUBJECT)-mini: $(USER_TESTS_SUBJECT)-stripped
	$(Q)$(CROSS_COMPILE)objcopy --only-keep-debug $(USER_TESTS_SUBJECT)-riscv64 $@.names
	$(Q)$(CROSS_COMPILE)objcopy --strip-all --keep-symbol=twice $@.names
	$(Q)xz -f $@.names
	$(Q)$(CROSS_COMPILE)objcopy --add-section .gnu_debugdata=$@.names.xz $< $@

$(USER_TESTS_SUBJECT)-mangled: $(USER_TESTS_SUBJECT)-riscv64
	$(Q)$(CROSS_COMPILE)objcopy --redefine-sym twice=_ZN3app5twiceEi $< $@

# Code in no function; units that overlap.
$(USER_TESTS_SUBJECT)-gaps $(USER_TESTS_SUBJECT)-units: $(USER_TESTS_SUBJECT)-%: \
		$(USER_TESTS_SUBJECTS)/subject_%.S
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc -nostdlib -static -Wl,--no-relax -o $@ $<
	$(Q)[ $* != gaps ] || $(CROSS_COMPILE)strip $@

# Functions with frames of every kind.
$(USER_TESTS_OUT)/recording/test_framechain: | $(USER_TESTS_SUBJECT)-frames

$(USER_TESTS_SUBJECT)-frames: $(USER_TESTS_SUBJECTS)/subject_frames.S
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc -nostdlib -static -Wl,-Ttext-segment=0x10000,-Ttext=0x10200 -o $@ $<

# The same in two files; a kernel and a module of it.
$(USER_TESTS_OUT)/symbols/test_objects: | $(USER_TESTS_LOOKED_UP) \
	$(addprefix $(USER_TESTS_SUBJECT)-,split vmlinux module.ko unlisted misread)

$(USER_TESTS_SUBJECT)-split: $(USER_TESTS_SUBJECT)-riscv64
	$(Q)$(CROSS_COMPILE)objcopy --only-keep-debug $< $@.debug
	$(Q)$(CROSS_COMPILE)objcopy --strip-all --add-gnu-debuglink=$@.debug $< $@

# Without the list of the addresses of units; with one that zeros end early.
$(USER_TESTS_SUBJECT)-unlisted: $(USER_TESTS_SUBJECT)-riscv64
	$(Q)$(CROSS_COMPILE)objcopy --remove-section=.debug_aranges $< $@

$(USER_TESTS_SUBJECT)-misread: $(USER_TESTS_SUBJECT)-riscv64
	$(Q)$(CROSS_COMPILE)objcopy --dump-section .debug_aranges=$@.aranges $< $@
	$(Q)dd if=/dev/zero of=$@.aranges bs=16 seek=1 count=1 conv=notrunc status=none
	$(Q)$(CROSS_COMPILE)objcopy --update-section .debug_aranges=$@.aranges $< $@

$(USER_TESTS_SUBJECT)-module.ko: $(USER_TESTS_SUBJECTS)/subject_kernel.c
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc -O1 -g -fno-pic -mcmodel=medany -c -o $@ $<

$(USER_TESTS_SUBJECT)-vmlinux: $(USER_TESTS_SUBJECT)-module.ko
	$(Q)$(CROSS_COMPILE)ld --build-id=sha1 -e handler -Ttext=0xffffffff80002000 \
		--defsym=_text=0xffffffff80002000 -o $@ $<

# Shell tests run build/tea, and a sanitized one. They start it some thousand times: without 200,000 relocations
# and with the sanitizer's library inside it starts in 4/5 of the time.
USER_TESTS_TEA := $(USER_TESTS_OUT)/tea
USER_TESTS_SHELL := text/goldens text/widths text/firstscreen commands/refusals commands/defaults commands/names commands/kinds \
	commands/events commands/measures commands/waits commands/paths commands/stacks export/exports import/checks import/tables merge/merges push/pushes \
	commands/machine commands/mixes commands/builds page/webpage browser/browser analysis/places/fields analysis/places/data \
	analysis/places/sharing analysis/places/taken
USER_TESTS_SANITIZED := $(USER_TESTS_SHELL:%=$(USER_TESTS_OUT)/%-sanitized)
# two that start a browser take seconds
USER_TESTS_BROWSED := $(addprefix $(USER_TESTS_DIR)/,page/webpage commands/kinds)
CHECKS += $(filter-out $(USER_TESTS_BROWSED),$(USER_TESTS_SHELL:%=$(USER_TESTS_DIR)/%))
SLOW_CHECKS += $(USER_TESTS_BROWSED) $(USER_TESTS_SANITIZED)

$(USER_TESTS_TEA): $(USER_TESTS_USERSPACE) $(MODEL_PARTS)
	$(call say,LINK,$@)
	$(Q)$(CC) $(USER_TESTS_SANITIZE) -no-pie -static-libasan -o $@ $^ \
		$(call user_static,$(USER_HOST_ROOT)) $(USER_LIBS)

$(USER_TESTS_SHELL:%=$(USER_TESTS_DIR)/%): $(BUILD)/tea $(USER_TESTS_RECORDED) \
	$(USER_TESTS_SUBJECT)-riscv64

$(USER_TESTS_SANITIZED): $(USER_TESTS_OUT)/%-sanitized: $(USER_TESTS_DIR)/module.mk \
		$(USER_TESTS_TEA) $(USER_TESTS_RECORDED) $(USER_TESTS_SUBJECT)-riscv64
	@mkdir -p $(@D)
	$(Q)printf '#!/bin/sh\nTEA=$(USER_TESTS_TEA) exec $(USER_TESTS_DIR)/$*\n' >$@ && chmod +x $@

# A terminal for those that need one.
USER_TESTS_SCREEN := $(USER_TESTS_OUT)/tools/screen
USER_TESTS_SCREEN_SOURCES := $(addprefix $(USER_TESTS_DIR)/tools/,screen.c terminal.c \
	terminal_picture.c)

$(USER_TESTS_SCREEN): $(USER_TESTS_SCREEN_SOURCES) $(USER_TESTS_DIR)/tools/terminal.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -D_GNU_SOURCE -o $@ $(USER_TESTS_SCREEN_SOURCES) -lutil

$(foreach test,browser/browser commands/kinds,$(USER_TESTS_DIR)/$(test) \
	$(USER_TESTS_OUT)/$(test)-sanitized): $(USER_TESTS_SCREEN)

# The progress bar, over functions that are made to take time.
SLOW_CHECKS += $(USER_TESTS_DIR)/output/progress
USER_TESTS_SLOWLY := $(USER_TESTS_OUT)/output/slowly.so

$(USER_TESTS_SLOWLY): $(USER_TESTS_DIR)/output/slowly.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(unsanitized) -D_GNU_SOURCE -fPIC -shared -o $@ $<

$(USER_TESTS_DIR)/output/progress: $(BUILD)/tea $(USER_TESTS_RECORDED) $(USER_TESTS_SCREEN) \
	$(USER_TESTS_SLOWLY) $(BUILD)/bench/inflate

# Those of the whole command.
CHECKS += $(USER_TESTS_DIR)/commands/help
SLOW_CHECKS += $(addprefix $(USER_TESTS_DIR)/,commands/valgrind-clean perfdata/bombs recording/forms \
	export/signatures)
$(addprefix $(USER_TESTS_DIR)/,recording/forms export/signatures): $(BUILD)/tea $(USER_TESTS_RECORDED)
$(USER_TESTS_DIR)/commands/help: $(BUILD)/tea
$(USER_TESTS_DIR)/commands/valgrind-clean: $(BUILD)/tea $(USER_TESTS_RECORDED)
$(USER_TESTS_DIR)/perfdata/bombs: $(BUILD)/tea $(USER_TESTS_MAKERS) $(BUILD)/bench/measure

# tea sim runs there: with the built QEMU.
GUEST_CHECKS += $(USER_TESTS_DIR)/install/install
$(USER_TESTS_DIR)/install/install: $(USER_TESTS_RECORDED)
