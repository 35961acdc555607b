# SPDX-License-Identifier: GPL-2.0-or-later
#
# make deb: the files of make install, as Debian packages under build/deb. The files here are copied
# there; a version or path in them is filled in.

DEB_OUT := $(BUILD)/deb
DEB_TREE := $(DEB_OUT)/tea-$(VERSION)

.PHONY: deb check-deb
deb: everything
	$(Q)$(DISTRO)/host-packages deb
	$(call say,DEB,$(DEB_OUT))
	$(Q)rm -rf $(DEB_OUT) && mkdir -p $(DEB_TREE)/debian/source
	$(Q)echo '3.0 (native)' >$(DEB_TREE)/debian/source/format
	$(Q)cp -r userspace/install/debian/* $(DEB_TREE)/debian && rm $(DEB_TREE)/debian/module.mk
	$(Q)sed -i 's|@VERSION@|$(VERSION)|; s|@TOP@|$(CURDIR)|' \
		$(addprefix $(DEB_TREE)/debian/,changelog rules)
	$(Q)cd $(DEB_TREE) && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS \
		dpkg-buildpackage --build=binary --no-sign >../log 2>&1 || { cat ../log >&2; exit 1; }

# Two releases' roots are made and used: minutes, and as root.
check-deb: deb
	$(Q)$(DISTRO)/host-packages check-deb
	$(Q)tests/run tests/userspace/install/deb
