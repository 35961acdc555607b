# SPDX-License-Identifier: GPL-2.0-or-later
#
# TEA for Linux: `make demo` shows it, `make check` proves it, `make help` lists
# the rest. Everything lands under build/; what comes from the distribution and
# the built QEMU are cached under $TEA_CACHE_DIR (default ~/.cache/tea).
#
# Each part describes itself in a module.mk, which appends to
#   ALL           what plain `make` builds
#   CHECKS        test programs and scripts that need neither root nor guest nor QEMU, and
#                 are quick: all of them take some seconds
#   SLOW_CHECKS   those that need none of it either, and take longer
#   GUEST_CHECKS  those that boot the guest or run the built QEMU
#   LONG_CHECKS   those of them that take a minute and more of a processor
#   BENCHES       measurements of `make bench`

# Of all that is installed and packaged.
VERSION := 0.2
BUILD := build
MAKEFLAGS += --no-builtin-rules --no-print-directory
# all processors, unless the command line says how many
ifeq ($(filter -j% --jobs%,$(MAKEFLAGS)),)
MAKEFLAGS += --jobs=$(shell nproc)
endif
SHELL := /bin/bash
.DELETE_ON_ERROR:
.SUFFIXES:

Q := $(if $(V),,@)
say = @printf '  %-8s %s\n' '$(1)' '$(2)'

# SANITIZE=1: every program of this machine is compiled with AddressSanitizer and
# UndefinedBehaviorSanitizer. The plugin has only the latter, since QEMU, which loads it,
# has none; libteapics is left as its users want it: its code is in the command, too.
sanitizers := -fsanitize=address,undefined -fno-sanitize-recover=all
without_asan := $(if $(SANITIZE),-fno-sanitize=address)
unsanitized := $(if $(SANITIZE),-fno-sanitize=all)
CC := gcc$(if $(SANITIZE), $(sanitizers))
AR := ar
CROSS_COMPILE := riscv64-linux-gnu-
CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Wshadow -Wstrict-prototypes -MMD -MP
DISTRO := qemu-device/distro

MODULES := qemu-device/distro qemu-device/model qemu-device/plugin qemu-device/device kernel \
	userspace userspace/library userspace/install userspace/install/debian qemu-device/guest tests/distro tests/model tests/plugin \
	tests/device tests/dts tests/kernel tests/userspace tests/guest tests/programs tests/system tests/suite tests/study \
	tests/study/cases tests/study/twin tests/study/vectors tests/bench tests/fidelity tests/fidelity/rtl tests/fuzz tests/tree docs/pictures

.PHONY: all
all: everything

include $(wildcard $(MODULES:=/module.mk))

.PHONY: everything check check-unit demo shell bench clean help
everything: $(ALL)

# What takes longest comes first: then no processor waits for another at the end.
check: $(ALL) $(LONG_CHECKS) $(GUEST_CHECKS) $(SLOW_CHECKS) $(CHECKS)
	$(Q)tests/run $(LONG_CHECKS) $(GUEST_CHECKS) $(SLOW_CHECKS) $(CHECKS)

check-unit: $(CHECKS)
	$(Q)tests/run $(CHECKS)

bench: $(ALL) $(BENCHES)
	$(Q)set -e; export BASE='$(BASE)'; for bench in $(BENCHES); do $$bench; done

clean:
	$(Q)rm -rf $(BUILD)

help:
	@echo 'make            build everything under build/; build/tea is the command'
	@echo 'make demo       record two programs on a booted guest, show their cycle stacks'
	@echo 'make check      all tests; closes with "N passed, N failed"'
	@echo 'make check-unit the quick tests, that need neither root nor guest nor QEMU, in seconds'
	@echo 'make shell      a prompt on the guest, with perf, the driver and tea'
	@echo 'make bench      speed of the model, and what it costs when off; BASE=DIR/build beside another build'
	@echo 'make fuzz       every fuzz target for SECONDS=60, with clang'
	@echo 'make reproduce the whole study: tables and plots under docs/results; SUITE=quick a small part'
	@echo "make install    PREFIX=/usr/local DESTDIR=: command, QEMU, library, driver's source, pages"
	@echo 'make deb        Debian packages under build/deb; make check-deb tries them, as root'
	@echo "make pictures   docs/pictures: the web page and the terminal browser, drawn anew"
	@echo 'QEMU_SUITE=sid QEMU_RELEASE=10.2 builds with the QEMU of another suite; to be given each time'
	@echo 'make clean      remove build/ (downloads and QEMU stay cached)'
	@echo 'V=1 shows the commands. SANITIZE=1, from the first make on, builds with sanitizers.'

# The host's packages come first: an included file that make brings up to date
# before it looks at anything else.
ifeq ($(filter clean help,$(MAKECMDGOALS)),)
include $(BUILD)/host.mk
$(BUILD)/host.mk: $(DISTRO)/host-packages
	$(Q)$(DISTRO)/host-packages
	$(Q)mkdir -p $(BUILD) && touch $@
endif
