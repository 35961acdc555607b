# SPDX-License-Identifier: GPL-2.0-or-later
# The timing model: build/libteamodel.a, linked into the plugin and the unit tests. Its parts isa
# and params (knobs, resources, the plan of a run, and QEMU's CPU) are separate libraries, too,
# which userspace links: build/libteaisa.a and build/libteaparams.a, and both for the guest.
MODEL_DIR := qemu-device/model
MODEL_SOURCES := $(wildcard $(MODEL_DIR)/*.c $(MODEL_DIR)/*/*.c)
MODEL_OBJECTS := $(MODEL_SOURCES:%.c=$(BUILD)/%.o)
MODEL_CPPFLAGS := -I$(MODEL_DIR) -Ikernel -Ikernel/uapi
# The plugin is linked as one piece, so that functions called for every instruction are inlined
# across files; tests are linked in the ordinary way, with functions replaced.
MODEL_CFLAGS := -fPIC -fvisibility=hidden -Wconversion -O3 -flto=auto -ffat-lto-objects $(without_asan)
MODEL_LIBRARY := $(BUILD)/libteamodel.a

ISA_SOURCES := $(wildcard $(MODEL_DIR)/isa/*.c)
ISA_LIBRARY := $(BUILD)/libteaisa.a
ISA_RISCV_OBJECTS := $(ISA_SOURCES:%.c=$(BUILD)/riscv64/%.o)
ISA_RISCV_LIBRARY := $(BUILD)/riscv64/libteaisa.a

PARAMS_SOURCES := $(addprefix $(MODEL_DIR)/,params.c cores.c resources.c plan.c cpu.c)
PARAMS_LIBRARY := $(BUILD)/libteaparams.a
PARAMS_RISCV_OBJECTS := $(PARAMS_SOURCES:%.c=$(BUILD)/riscv64/%.o)
PARAMS_RISCV_LIBRARY := $(BUILD)/riscv64/libteaparams.a

# Libraries that userspace links.
MODEL_PARTS := $(ISA_LIBRARY) $(PARAMS_LIBRARY)
MODEL_RISCV_PARTS := $(ISA_RISCV_LIBRARY) $(PARAMS_RISCV_LIBRARY)

ALL += $(MODEL_LIBRARY) $(MODEL_PARTS) $(MODEL_RISCV_PARTS)

# The vectors of the abstract model; it asks the processor whether it has them.
MODEL_VECTORS := $(MODEL_DIR)/abstract/passvector
MODEL_VECTOR_CFLAGS := $(if $(filter x86_64-%,$(shell $(CC) -dumpmachine)),-mavx2)
%/$(MODEL_VECTORS).o: CFLAGS += $(MODEL_VECTOR_CFLAGS)

$(MODEL_OBJECTS): $(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(MODEL_CFLAGS) $(MODEL_CPPFLAGS) -c $< -o $@

$(ISA_RISCV_OBJECTS) $(PARAMS_RISCV_OBJECTS): $(BUILD)/riscv64/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(CFLAGS) -Wconversion $(MODEL_CPPFLAGS) -c $< -o $@

# Rebuilt each time, so that the object of a removed file does not stay inside.
$(MODEL_LIBRARY): $(MODEL_OBJECTS)
$(ISA_LIBRARY): $(ISA_SOURCES:%.c=$(BUILD)/%.o)
$(ISA_RISCV_LIBRARY): $(ISA_RISCV_OBJECTS)
$(PARAMS_LIBRARY): $(PARAMS_SOURCES:%.c=$(BUILD)/%.o)
$(PARAMS_RISCV_LIBRARY): $(PARAMS_RISCV_OBJECTS)
$(MODEL_LIBRARY) $(MODEL_PARTS) $(MODEL_RISCV_PARTS):
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

-include $(MODEL_OBJECTS:.o=.d) $(ISA_RISCV_OBJECTS:.o=.d) $(PARAMS_RISCV_OBJECTS:.o=.d)
