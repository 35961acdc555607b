// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vm.c - a virtual machine that goes through one loop, and powers off
 *
 *	vm ROUNDS
 *
 * The loop is at VM_BASE, two instructions. For tests of the driver's handling of samples of a
 * virtual machine. Exit status: 0, or 1 with a message.
 */
#include <fcntl.h>
#include <linux/kvm.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#define VM_BASE		0x80000000
#define VM_BYTES	0x10000
#define CORE_REG(name)	(KVM_REG_RISCV | KVM_REG_SIZE_U64 | KVM_REG_RISCV_CORE | \
			 KVM_REG_RISCV_CORE_REG(name))

/* SBI's system reset: shutdown. */
static const uint32_t code[] = {
	0xfff50513,	/* 1: addi a0, a0, -1 */
	0xfe051ee3,	/* bnez a0, 1b */
	0x535258b7,	/* lui a7, 0x53525 */
	0x3548889b,	/* addiw a7, a7, 0x354 */
	0x00000813,	/* li a6, 0 */
	0x00000593,	/* li a1, 0 */
	0x00000073,	/* ecall */
};

/* ioctl()'s result, unless that is an error. */
static int checked(int result, const char *what)
{
	if (result >= 0)
		return result;
	perror(what);
	exit(1);
}

static void *map(size_t bytes, int fd)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);

	checked(memory == MAP_FAILED ? -1 : 0, "mmap");
	return memory;
}

static void set_register(int vcpu, uint64_t id, uint64_t value)
{
	struct kvm_one_reg one = { .id = id, .addr = (uintptr_t)&value };

	checked(ioctl(vcpu, KVM_SET_ONE_REG, &one), "KVM_SET_ONE_REG");
}

int main(int argc, char **argv)
{
	int kvm = checked(open("/dev/kvm", O_RDWR), "/dev/kvm");
	int vm = checked(ioctl(kvm, KVM_CREATE_VM, 0), "KVM_CREATE_VM"), vcpu;
	void *memory = map(VM_BYTES, -1);
	struct kvm_userspace_memory_region region = {
		.guest_phys_addr = VM_BASE, .memory_size = VM_BYTES,
		.userspace_addr = (uintptr_t)memory,
	};
	struct kvm_run *run;

	memcpy(memory, code, sizeof(code));
	checked(ioctl(vm, KVM_SET_USER_MEMORY_REGION, &region), "KVM_SET_USER_MEMORY_REGION");
	vcpu = checked(ioctl(vm, KVM_CREATE_VCPU, 0), "KVM_CREATE_VCPU");
	run = map((size_t)checked(ioctl(kvm, KVM_GET_VCPU_MMAP_SIZE, 0), "KVM_GET_VCPU_MMAP_SIZE"),
		  vcpu);
	set_register(vcpu, CORE_REG(regs.pc), VM_BASE);
	set_register(vcpu, CORE_REG(regs.a0), argc == 2 ? strtoull(argv[1], NULL, 0) : 1);
	do
		checked(ioctl(vcpu, KVM_RUN, 0), "KVM_RUN");
	while (run->exit_reason == KVM_EXIT_INTR);
	if (run->exit_reason == KVM_EXIT_SYSTEM_EVENT)
		return 0;
	fprintf(stderr, "vm: exit %u instead of a shutdown\n", run->exit_reason);
	return 1;
}
