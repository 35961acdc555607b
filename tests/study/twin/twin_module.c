// SPDX-License-Identifier: GPL-2.0
/*
 * twin_module.c - the work of twin.h in the kernel
 *
 * So many rounds as are written to /sys/module/twin/parameters/rounds, in the writer's time; reading
 * it gives the sum of the last ones.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "twin.h"

static struct twin twin;	/* its users hold the parameter's lock */

static int rounds_set(const char *text, const struct kernel_param *param)
{
	unsigned int rounds;
	int error = kstrtouint(text, 10, &rounds);

	if (error)
		return error;
	memset(&twin, 0, sizeof(twin));
	while (rounds--) {
		twin_round(&twin);
		cond_resched();
	}
	return 0;
}

static int rounds_get(char *text, const struct kernel_param *param)
{
	return sprintf(text, "%lu\n", twin.sum);
}

static const struct kernel_param_ops rounds_ops = { .set = rounds_set, .get = rounds_get };

module_param_cb(rounds, &rounds_ops, NULL, 0600);
MODULE_PARM_DESC(rounds, "how often the work is done, when it is written");
MODULE_DESCRIPTION("Work for instruction mixes, the same as a program and in the kernel");
MODULE_LICENSE("GPL");
