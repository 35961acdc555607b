// SPDX-License-Identifier: GPL-2.0
/*
 * tea_limits.c - the administrator's limits on sampling, for a module
 *
 * perf_event_overflow() keeps to kernel.perf_event_max_sample_rate, and a PMU that
 * tells perf_sample_event_took() what its samples cost keeps to
 * kernel.perf_cpu_time_max_percent. Modules get neither of them, nor the numbers:
 * they are read where everybody can, through a mount of procfs that no namespace can
 * put something else in front of, as the kernel does for sysctls on its command line.
 *
 * The files stay open, so reading looks up no path and takes no lock that opening an
 * event may hold. It is done by a worker, whoever opens the event. A limit that is
 * set while an event runs holds within TEA_LIMITS_NS.
 *
 * What a module cannot do is write PERF_RECORD_THROTTLE: samples over a limit are
 * counted as lost, one by one, and the event goes on counting.
 */
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/sched/clock.h>

#include "tea_limits.h"

#define TEA_LIMITS_NS	4000000

/* A number of a sysctl, or what is known of it. */
static u32 tea_limits_number(struct file *file, u32 known)
{
	char text[16] = "";
	loff_t position = 0;
	u32 number;

	if (!file || kernel_read(file, text, sizeof(text) - 1, &position) <= 0)
		return known;
	return kstrtou32(text, 10, &number) ? known : number;
}

static void tea_limits_work(struct work_struct *work)
{
	struct tea_limits *limits = container_of(work, struct tea_limits, work);
	const struct tea_limit now = limits->now;

	WRITE_ONCE(limits->now.rate, tea_limits_number(limits->rate, now.rate));
	WRITE_ONCE(limits->now.percent,
		   tea_percent_allowed(tea_limits_number(limits->percent, now.percent)));
	WRITE_ONCE(limits->due_ns, sched_clock() + TEA_LIMITS_NS);
}

void tea_limits_read(struct tea_limits *limits)
{
	schedule_work(&limits->work);
	flush_work(&limits->work);
}

void tea_limits_look(struct tea_limits *limits, u64 now_ns)
{
	if (now_ns >= READ_ONCE(limits->due_ns))
		schedule_work(&limits->work);
}

/* NULL if the kernel has no such sysctl: what is known then stays. */
static struct file *tea_limits_open(struct tea_limits *limits, const char *name)
{
	const struct path root = { .mnt = limits->proc, .dentry = limits->proc->mnt_root };
	struct file *file = file_open_root(&root, name, O_RDONLY, 0);

	return IS_ERR(file) ? NULL : file;
}

/* Without procfs there are no sysctls either: the kernel's own defaults hold. */
int tea_limits_init(struct tea_limits *limits)
{
	struct file_system_type *procfs = get_fs_type("proc");

	INIT_WORK(&limits->work, tea_limits_work);
	limits->now = (struct tea_limit){
		.rate = TEA_RATE_DEFAULT, .percent = tea_percent_allowed(TEA_PERCENT_DEFAULT),
	};
	if (!procfs)
		return 0;
	limits->proc = kern_mount(procfs);
	module_put(procfs->owner);
	if (IS_ERR(limits->proc))
		return PTR_ERR(limits->proc);
	limits->rate = tea_limits_open(limits, "sys/kernel/perf_event_max_sample_rate");
	limits->percent = tea_limits_open(limits, "sys/kernel/perf_cpu_time_max_percent");
	return 0;
}

void tea_limits_deinit(struct tea_limits *limits)
{
	cancel_work_sync(&limits->work);
	if (limits->rate)
		fput(limits->rate);
	if (limits->percent)
		fput(limits->percent);
	if (limits->proc)
		kern_unmount(limits->proc);
}
