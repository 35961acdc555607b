// SPDX-License-Identifier: GPL-2.0
/*
 * torture_affinity.c - what kernel/rcu/update.c exports only to kernels that have the torture tests
 */
#include <linux/module.h>
#include <linux/pid.h>
#include <linux/sched.h>

long torture_sched_setaffinity(pid_t number, const struct cpumask *mask);

long torture_sched_setaffinity(pid_t number, const struct cpumask *mask)
{
	struct pid *pid = find_get_pid(number);
	struct task_struct *task = get_pid_task(pid, PIDTYPE_PID);
	long result = -ESRCH;

	if (task) {
		result = set_cpus_allowed_ptr(task, mask);
		put_task_struct(task);
	}
	put_pid(pid);
	return result;
}
EXPORT_SYMBOL_GPL(torture_sched_setaffinity);

MODULE_DESCRIPTION("Affinity of the torture tests' threads");
MODULE_LICENSE("GPL");
