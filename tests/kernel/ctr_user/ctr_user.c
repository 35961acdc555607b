// SPDX-License-Identifier: GPL-2.0
/*
 * ctr_user.c - another user in the kernel of the harts' branch records (Ssctr)
 *
 * A module that records user code while it is loaded. On unload it prints whether its sctrctl
 * was still there, on each hart.
 */
#include <linux/atomic.h>
#include <linux/module.h>
#include <linux/smp.h>

#include <asm/csr.h>

#define CSR_SCTRCTL	0x14e
#define CTR_U		1UL

static atomic_t kept;

static void take(void *unused)
{
	csr_write(CSR_SCTRCTL, CTR_U);
}

static void leave(void *unused)
{
	if (csr_swap(CSR_SCTRCTL, 0) == CTR_U)
		atomic_inc(&kept);
}

static int __init ctr_user_init(void)
{
	on_each_cpu(take, NULL, true);
	return 0;
}
module_init(ctr_user_init);

static void __exit ctr_user_exit(void)
{
	on_each_cpu(leave, NULL, true);
	pr_info("ctr_user: kept on %d of %u harts\n", atomic_read(&kept), num_online_cpus());
}
module_exit(ctr_user_exit);

MODULE_DESCRIPTION("a user of branch records, for tests of another one");
MODULE_LICENSE("GPL");
