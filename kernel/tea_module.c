// SPDX-License-Identifier: GPL-2.0
/*
 * tea_module.c - overflows and limits, which perf's core does not export to modules
 *
 * Overflows: modules cannot call perf_event_overflow(). They write the record through the event's
 * own handler, and handle two other requests: a limit on the overflows (PERF_EVENT_IOC_REFRESH)
 * and a signal (O_ASYNC). The driver throttles itself (tea_throttle.c). An event with a BPF
 * program has no samples.
 *
 * Limits: perf_event_overflow() keeps to kernel.perf_event_max_sample_rate, and a PMU that
 * reports the cost of its samples to perf_sample_event_took() keeps to
 * kernel.perf_cpu_time_max_percent. Modules have access neither to these functions nor to the
 * values, so the values are read from procfs, through a private mount that no namespace can
 * cover, as the kernel does for sysctls on its command line.
 *
 * The files stay open, so reading looks up no path and takes no lock that opening an event may
 * hold. A worker does it, on any hart that has time for it. A limit that is set while an event
 * runs takes effect within TEA_LIMITS_NS and a tick: samples are also written with the
 * scheduler's lock held, where no wake-up is allowed, so the tick wakes the worker.
 *
 * What a module cannot do is write PERF_RECORD_THROTTLE: samples over a limit are
 * counted as lost, one by one, and the event goes on counting.
 */
#include <linux/err.h>
#include <linux/fcntl.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/perf_event.h>
#include <linux/sched/clock.h>

#include "tea_module.h"

/* Overflows */

static void tea_disable_inatomic(struct perf_event *event)
{
#ifdef TEA_HAVE_PENDING_DISABLE_IRQ
	event->pending_disable = 1;
	irq_work_queue(&event->pending_disable_irq);
#else
	event->pending_disable = smp_processor_id();
	irq_work_queue(&event->pending_irq);
#endif
}

bool tea_overflow(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	const perf_overflow_handler_t handler = READ_ONCE(event->overflow_handler);
	struct perf_event *root = event->parent ?: event;
	bool limit = atomic_read(&event->event_limit) && atomic_dec_and_test(&event->event_limit);

	event->pending_kill = limit ? POLL_HUP : POLL_IN;
	if (limit)
		tea_disable_inatomic(event);
	handler(event, data, regs);
	if (root->fasync) {
		event->pending_wakeup = 1;
		irq_work_queue(&event->pending_irq);
	}
	return limit;
}

/* Limits */

#define TEA_LIMITS_NS	4000000

/* Reads a sysctl's number; @known if that fails. */
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
	const struct tea_budget_limit now = tea_limits_now(limits);

	WRITE_ONCE(limits->now.rate, tea_limits_number(limits->rate, now.rate));
	WRITE_ONCE(limits->now.percent,
		   tea_percent_allowed(tea_limits_number(limits->percent, now.percent)));
	WRITE_ONCE(limits->due_ns, sched_clock() + TEA_LIMITS_NS);
}

static void tea_limits_tick(struct irq_work *tick)
{
	queue_work(system_unbound_wq, &container_of(tick, struct tea_limits, tick)->work);
}

void tea_limits_read(struct tea_limits *limits)
{
	queue_work(system_unbound_wq, &limits->work);
	flush_work(&limits->work);
}

void tea_limits_look(struct tea_limits *limits, u64 now_ns)
{
	if (now_ns >= READ_ONCE(limits->due_ns))
		irq_work_queue(&limits->tick);
}

/* Returns NULL if the kernel has no such sysctl: the known value then stays. */
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
	limits->tick = IRQ_WORK_INIT_LAZY(tea_limits_tick);
	limits->now = (struct tea_budget_limit){
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
	irq_work_sync(&limits->tick);
	cancel_work_sync(&limits->work);
	if (limits->rate)
		fput(limits->rate);
	if (limits->percent)
		fput(limits->percent);
	if (limits->proc)
		kern_unmount(limits->proc);
}
