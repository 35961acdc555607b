// SPDX-License-Identifier: GPL-2.0
/*
 * crash.c - makes the guest's kernel warn or oops, when it is loaded.
 *
 * insmod crash.ko how=warn|oops
 */
#include <linux/bug.h>
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/string.h>

static char *how = "";
module_param(how, charp, 0);
MODULE_PARM_DESC(how, "warn or oops");

static int __init crash_init(void)
{
	if (!strcmp(how, "warn"))
		WARN(1, "crash: a warning as asked\n");
	else if (!strcmp(how, "oops"))
		*(volatile int *)8 = 1;
	else
		return -EINVAL;
	return 0;
}

static void __exit crash_exit(void)
{
}

module_init(crash_init);
module_exit(crash_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Test of the guest's verdicts");
