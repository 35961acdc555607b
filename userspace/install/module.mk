# SPDX-License-Identifier: GPL-2.0-or-later
#
# make install [PREFIX=/usr/local] [DESTDIR=] [LIBDIR=lib]: the command, under perf's name for it
# too, the recorder of allocations, the engine of tea sim and the QEMU that boots a machine, manual
# pages, completions for three shells, a script for perf, campaigns' workflow, the library, its example; for one's own
# machine the driver's source, ready for DKMS, the ABI header and the device-tree binding. LIBDIR is
# below PREFIX.

PREFIX := /usr/local
LIBDIR := lib
INSTALL_ROOT = $(DESTDIR)$(PREFIX)
INSTALL_COMPLETIONS := $(addprefix $(BUILD)/completions/tea.,bash zsh fish)
INSTALL_SIM := $(addprefix $(BUILD)/,qemu/bin/qemu-riscv64 qemu/bin/qemu-system-riscv64 \
	tea-cpu)
INSTALL_LOADED := $(addprefix $(BUILD)/,libteaplugin.so libtea-heap.so)
INSTALL_CAMPAIGN := userspace/campaign/workflow
INSTALL_DRIVER = $(INSTALL_ROOT)/src/tea-$(VERSION)
INSTALL_DRIVER_FILES := $(addprefix kernel/,Kbuild Kconfig Makefile) $(wildcard kernel/*.[ch])
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
		$(BUILD)/libteaplugin.so $(BUILD)/tea-cpu $(BUILD)/libtea-heap.so $(BUILD)/qemu.built
	$(call say,INSTALL,$(INSTALL_ROOT))
	$(Q)install -d $(addprefix $(INSTALL_ROOT)/,bin libexec/tea include $(LIBDIR)/pkgconfig \
		src/tea-$(VERSION)/uapi share/tea share/man/man1 share/man/man7 share/bash-completion/completions \
		share/zsh/site-functions share/fish/vendor_completions.d share/doc/tea/examples \
		share/tea/campaign/slurm)
	$(Q)install -m 755 $(BUILD)/tea $(INSTALL_ROOT)/bin
	$(Q)ln -sf tea $(INSTALL_ROOT)/bin/perf-tea
	$(Q)install -m 755 $(INSTALL_SIM) $(INSTALL_ROOT)/libexec/tea
	$(Q)install -m 644 $(INSTALL_LOADED) $(INSTALL_ROOT)/libexec/tea
	$(Q)install -m 644 docs/man/*.1 $(INSTALL_ROOT)/share/man/man1
	$(Q)install -m 644 docs/man/*.7 $(INSTALL_ROOT)/share/man/man7
	$(Q)ln -sf tea.1 $(INSTALL_ROOT)/share/man/man1/perf-tea.1
	$(Q)install -m 644 $(BUILD)/completions/tea.bash \
		$(INSTALL_ROOT)/share/bash-completion/completions/tea
	$(Q)install -m 644 $(BUILD)/completions/tea.zsh \
		$(INSTALL_ROOT)/share/zsh/site-functions/_tea
	$(Q)install -m 644 $(BUILD)/completions/tea.fish \
		$(INSTALL_ROOT)/share/fish/vendor_completions.d
	$(Q)cp -d --no-preserve=ownership $(INSTALL_LIBRARY) $(TEAPICS_STATIC) $(INSTALL_ROOT)/$(LIBDIR)
	$(Q)install -m 644 userspace/library/teapics.h kernel/uapi/tea_abi.h $(INSTALL_ROOT)/include
	$(Q)install -m 644 docs/examples/*.c $(INSTALL_ROOT)/share/doc/tea/examples
	$(Q)install -m 755 docs/examples/*.py $(INSTALL_ROOT)/share/doc/tea/examples
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(TEAPICS_VERSION)|' \
		-e 's|@LIBS@|$(TEAPICS_LIBS)|; s|@LIBDIR@|$(LIBDIR)|' \
		userspace/library/teapics.pc.in >$(INSTALL_ROOT)/$(LIBDIR)/pkgconfig/teapics.pc
	$(Q)install -m 644 dts/* docs/profile.schema.json userspace/export/tea_signatures.py \
		$(INSTALL_ROOT)/share/tea
	$(Q)cp --no-preserve=ownership -r $(INSTALL_CAMPAIGN)/. $(INSTALL_ROOT)/share/tea/campaign
	$(Q)install -m 644 $(INSTALL_DRIVER_FILES) $(INSTALL_DRIVER)
	$(Q)install -m 644 kernel/uapi/*.h $(INSTALL_DRIVER)/uapi
	$(Q)sed 's|@VERSION@|$(VERSION)|' kernel/dkms.conf.in >$(INSTALL_DRIVER)/dkms.conf
