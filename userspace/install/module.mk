# SPDX-License-Identifier: GPL-2.0-or-later
#
# make install [PREFIX=/usr/local] [DESTDIR=]: the command, under perf's name for it too,
# what tea sim runs, manual pages, completions for three shells, the library, its example.

PREFIX := /usr/local
INSTALL_ROOT = $(DESTDIR)$(PREFIX)
INSTALL_COMPLETIONS := $(addprefix $(BUILD)/completions/tea.,bash zsh fish)
INSTALL_SIM := $(BUILD)/qemu/bin/qemu-riscv64 $(BUILD)/libteaplugin.so $(BUILD)/tea-cpu
# For cp -d: the library and the links to it.
INSTALL_LIBRARY := $(TEAPICS_SHARED) $(TEAPICS_OUT)/$(TEAPICS_SONAME) $(TEAPICS_OUT)/libteapics.so

ALL += $(INSTALL_COMPLETIONS) $(BUILD)/perf-tea

$(INSTALL_COMPLETIONS): $(BUILD)/completions/tea.%: userspace/install/completions $(BUILD)/tea
	@mkdir -p $(@D)
	$(Q)$< $* $(BUILD)/tea >$@

$(BUILD)/perf-tea: $(BUILD)/tea
	$(Q)ln -sf tea $@

.PHONY: install
install: $(BUILD)/tea $(INSTALL_COMPLETIONS) $(TEAPICS_SHARED) $(TEAPICS_STATIC) \
		$(BUILD)/libteaplugin.so $(BUILD)/tea-cpu $(BUILD)/qemu.built
	$(call say,INSTALL,$(INSTALL_ROOT))
	$(Q)install -d $(addprefix $(INSTALL_ROOT)/,bin libexec/tea include lib/pkgconfig \
		share/man/man1 share/bash-completion/completions share/zsh/site-functions \
		share/fish/vendor_completions.d share/doc/tea/examples)
	$(Q)install -m 755 $(BUILD)/tea $(INSTALL_ROOT)/bin
	$(Q)ln -sf tea $(INSTALL_ROOT)/bin/perf-tea
	$(Q)install -m 755 $(INSTALL_SIM) $(INSTALL_ROOT)/libexec/tea
	$(Q)install -m 644 docs/man/*.1 $(INSTALL_ROOT)/share/man/man1
	$(Q)install -m 644 $(BUILD)/completions/tea.bash \
		$(INSTALL_ROOT)/share/bash-completion/completions/tea
	$(Q)install -m 644 $(BUILD)/completions/tea.zsh \
		$(INSTALL_ROOT)/share/zsh/site-functions/_tea
	$(Q)install -m 644 $(BUILD)/completions/tea.fish \
		$(INSTALL_ROOT)/share/fish/vendor_completions.d
	$(Q)cp -d --no-preserve=ownership $(INSTALL_LIBRARY) $(TEAPICS_STATIC) $(INSTALL_ROOT)/lib
	$(Q)install -m 644 userspace/library/teapics.h $(INSTALL_ROOT)/include
	$(Q)install -m 644 docs/examples/*.c $(INSTALL_ROOT)/share/doc/tea/examples
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(TEAPICS_VERSION)|' \
		-e 's|@LIBS@|$(TEAPICS_LIBS)|' \
		userspace/library/teapics.pc.in >$(INSTALL_ROOT)/lib/pkgconfig/teapics.pc
