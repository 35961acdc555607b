# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tests of the tea command. Unit tests are built with the address and undefined-behaviour
# sanitizers; the shell tests run build/tea, and once more a sanitized one.

CLI_TESTS := $(patsubst tests/cli/%.c,$(BUILD)/tests/cli/%,$(wildcard tests/cli/test_*.c))
CLI_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CLI_CFLAGS := $(USER_CFLAGS) -O1 $(CLI_SANITIZE) -Itests/cli -I$(USER_HOST_ROOT)/usr/include
CLI_OUT := $(BUILD)/tests/cli
CLI_OBJECTS := $(USER_SOURCES:userspace/%.c=$(CLI_OUT)/userspace/%.o)
CLI_TEST_OBJECTS := $(patsubst tests/cli/%.c,$(CLI_OUT)/%.o,$(wildcard tests/cli/test_*.c) \
	tests/cli/perfwriter.c tests/cli/perfwriter_file.c tests/cli/perfmake.c \
	tests/cli/perfbombs.c)
CLI_WRITER := $(CLI_OUT)/perfwriter.o $(CLI_OUT)/perfwriter_file.o

CHECKS += $(CLI_TESTS)

$(CLI_OBJECTS): $(CLI_OUT)/userspace/%.o: userspace/%.c | $(USER_HOST_ROOT)/done
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(CLI_CFLAGS) -c -o $@ $<

$(CLI_TEST_OBJECTS): $(CLI_OUT)/%.o: tests/cli/%.c | $(USER_HOST_ROOT)/done
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(CLI_CFLAGS) -c -o $@ $<

$(CLI_TESTS): $(CLI_OUT)/%: $(CLI_OUT)/%.o $(CLI_WRITER) \
		$(filter-out %/main.o,$(CLI_OBJECTS))
	$(call say,LINK,$@)
	$(Q)$(CC) $(CLI_SANITIZE) -o $@ $^ $(call user_capstone,$(USER_HOST_ROOT)) $(USER_LIBS) -lcmocka

-include $(CLI_OBJECTS:.o=.d) $(CLI_TEST_OBJECTS:.o=.d)

# The program that the goldens' recordings are of: addresses and source path never change.
CLI_ROOT := $(CLI_OUT)/root
$(CLI_OUT)/userspace/export/page.o: $(USER_PAGE)

CLI_SUBJECT := $(CLI_ROOT)/bin/prog $(CLI_ROOT)/bin/hostile $(CLI_OUT)/perfmake

$(CLI_ROOT)/bin/prog: tests/cli/subject.S
	@mkdir -p $(@D) $(CLI_ROOT)/src
	$(Q)cp $< $(CLI_ROOT)/src
	$(Q)cd $(CLI_ROOT)/src && $(CROSS_COMPILE)gcc -nostdlib -static -g -fdebug-prefix-map=$$PWD=/src \
		-Wl,-Ttext-segment=0x10000,-Ttext=0x10200,--build-id=sha1 -o $(abspath $@) subject.S

$(CLI_ROOT)/bin/hostile: tests/cli/hostile.S
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc -nostdlib -static -Wl,-Ttext-segment=0x10000,-Ttext=0x10200 -o $@ $<
	$(Q)$(CROSS_COMPILE)objcopy \
		--redefine-sym "name_script=</script><script>document.title='caught'</script>" \
		--redefine-sym 'name_frame=main;fake 99999999' \
		--redefine-sym 'name_json="],"total":0,"x":["\' \
		--redefine-sym "name_control=$$(printf '\377\033]0;title\a')" $@

$(addprefix $(CLI_OUT)/,perfmake perfbombs): $(CLI_OUT)/%: $(CLI_OUT)/%.o $(CLI_WRITER)
	$(Q)$(CC) $(CLI_SANITIZE) -o $@ $^ -lzstd

$(CLI_OUT)/tea: $(CLI_OBJECTS)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CLI_SANITIZE) -o $@ $^ $(call user_capstone,$(USER_HOST_ROOT)) $(USER_LIBS)

# Each shell test runs build/tea, and a sanitized one.
CLI_SHELL_TESTS := goldens widths refusals exports webpage browser
CLI_SANITIZED_TESTS := $(CLI_SHELL_TESTS:%=$(CLI_OUT)/%-sanitized)
CHECKS += $(CLI_SHELL_TESTS:%=tests/cli/%) $(CLI_SANITIZED_TESTS)

# A terminal for those that need one.
CLI_SCREEN := $(addprefix tests/cli/,screen.c terminal.c terminal_picture.c)
$(CLI_OUT)/screen: $(CLI_SCREEN) tests/cli/terminal.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -D_GNU_SOURCE -o $@ $(CLI_SCREEN) -lutil

tests/cli/browser $(CLI_OUT)/browser-sanitized: $(CLI_OUT)/screen

# The progress bar, over functions that are made to take time.
CHECKS += tests/cli/progress

$(CLI_OUT)/slowly.so: tests/cli/slowly.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(unsanitized) -D_GNU_SOURCE -fPIC -shared -o $@ $<

tests/cli/progress: $(BUILD)/tea $(CLI_SUBJECT) $(CLI_OUT)/screen $(CLI_OUT)/slowly.so \
		$(BUILD)/bench/inflate

$(CLI_SHELL_TESTS:%=tests/cli/%): $(BUILD)/tea $(CLI_SUBJECT) $(CLI_OUT)/subject-riscv64

$(CLI_SANITIZED_TESTS): $(CLI_OUT)/%-sanitized: tests/cli/module.mk $(CLI_OUT)/tea $(CLI_SUBJECT) \
		$(CLI_OUT)/subject-riscv64
	$(Q)printf '#!/bin/sh\nTEA=$(CLI_OUT)/tea exec tests/cli/$*\n' >$@ && chmod +x $@

# tea sim runs there: with the built QEMU.
GUEST_CHECKS += tests/cli/install
tests/cli/install: $(CLI_SUBJECT)

CHECKS += tests/cli/help
tests/cli/help: $(BUILD)/tea

CHECKS += tests/cli/valgrind-clean
tests/cli/valgrind-clean: $(BUILD)/tea $(CLI_SUBJECT)

CHECKS += tests/cli/bombs
tests/cli/bombs: $(BUILD)/tea $(CLI_OUT)/perfbombs $(CLI_OUT)/perfmake $(BUILD)/bench/measure

# Names and lines are looked up in files of both architectures, stripped and not.
CLI_SUBJECTS := $(addprefix $(CLI_OUT)/subject-,host riscv64 stripped)
CLI_SUBJECT_FLAGS := -O2 -g -fPIE -pie

$(CLI_OUT)/test_symbols: | $(CLI_SUBJECTS)

$(CLI_OUT)/subject-host: tests/cli/subject_c.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CLI_SUBJECT_FLAGS) -o $@ $<

$(CLI_OUT)/subject-riscv64: tests/cli/subject_c.c
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(CLI_SUBJECT_FLAGS) -o $@ $<

$(CLI_OUT)/subject-stripped: $(CLI_OUT)/subject-riscv64
	$(Q)$(CROSS_COMPILE)strip -o $@ $<

# The same in two files; a kernel and a module of it.
CLI_OBJECT_SUBJECTS := $(addprefix $(CLI_OUT)/subject-,split vmlinux module.ko)

$(CLI_OUT)/test_objects: | $(CLI_SUBJECTS) $(CLI_OBJECT_SUBJECTS)

$(CLI_OUT)/subject-split: $(CLI_OUT)/subject-riscv64
	$(Q)$(CROSS_COMPILE)objcopy --only-keep-debug $< $@.debug
	$(Q)$(CROSS_COMPILE)objcopy --strip-all --add-gnu-debuglink=$@.debug $< $@

$(CLI_OUT)/subject-module.ko: tests/cli/subject_kernel.c
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc -O1 -g -fno-pic -mcmodel=medany -c -o $@ $<

$(CLI_OUT)/subject-vmlinux: $(CLI_OUT)/subject-module.ko
	$(Q)$(CROSS_COMPILE)ld --build-id=sha1 -e handler -Ttext=0xffffffff80002000 \
		--defsym=_text=0xffffffff80002000 -o $@ $<
