# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/study/twin: one piece of work, as a program and as a module of the guest's kernel.

twin_dir := tests/study/twin
twin_out := $(BUILD)/riscv64/twin
twin_inputs := $(addprefix $(twin_dir)/,Kbuild twin.h twin_work.c twin_module.c)

# As the kernel compiles, as far as it shows in the code.
twin_cflags := -std=gnu11 -O2 -g -Wall -Wextra -Wshadow -Wstrict-prototypes -fno-pie -fno-omit-frame-pointer \
	-fno-strict-aliasing -fno-allow-store-data-races -mcmodel=medany -mno-relax -static -no-pie

$(twin_out)/twin: $(addprefix $(twin_dir)/,twin_program.c twin_work.c twin.h)
	$(call say,CROSS,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(twin_cflags) -o $@ $(filter %.c,$^)

# kbuild writes beside the sources: copies.
$(twin_out)/twin.ko: $(twin_inputs) $(DISTRO)/kernel-headers
	$(call say,KBUILD,$@)
	$(Q)mkdir -p $(@D)/kbuild && cp $(twin_inputs) $(@D)/kbuild
	$(Q)kdir=$$($(DISTRO)/kernel-headers) && $(MAKE) -C "$$kdir" M=$(abspath $(@D))/kbuild ARCH=riscv \
		CROSS_COMPILE=$(CROSS_COMPILE) modules >$(@D)/kbuild.log 2>&1 || { cat $(@D)/kbuild.log >&2; exit 1; }
	$(Q)cp $(@D)/kbuild/twin.ko $@

ALL += $(twin_out)/twin $(twin_out)/twin.ko
GUEST_CHECKS += $(twin_dir)/sides
