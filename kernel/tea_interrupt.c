// SPDX-License-Identifier: GPL-2.0
/*
 * tea_interrupt.c - a local interrupt of the harts, which several doors may have
 *
 * The lock is for requests, which come in process context. Handlers look at the PMUs without it: a
 * PMU that is taken out stays until no hart can have it in hand, since handlers run with interrupts
 * off.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>

#include "tea_pmu.h"

/* So many interrupts for nothing, one after the other, and a hart's are disabled. */
#define TEA_SPURIOUS_MAX	1000

/**
 * struct tea_interrupt_hart - it on one hart
 * @interrupt: the interrupt
 * @users: PMUs that need it here
 * @spurious: how often it came in a row without a reason
 */
struct tea_interrupt_hart {
	const struct tea_interrupt *interrupt;
	unsigned int users;
	unsigned int spurious;
};

u64 tea_lcofi_bits;

static DEFINE_MUTEX(tea_interrupt_lock);

/* Asks the PMU, if it has a unit here. Returns true if that had a reason. */
static bool tea_interrupt_ask(struct tea_pmu *tea)
{
	return tea && cpumask_test_cpu(smp_processor_id(), &tea->cpus) &&
	       tea_hart_interrupt(this_cpu_ptr(tea->harts));
}

static irqreturn_t tea_interrupt_handle(int irq, void *arg)
{
	struct tea_interrupt_hart *hart = arg;
	bool answered = false;
	unsigned int i;

	for (i = 0; i < TEA_INTERRUPT_USERS; i++)
		answered |= tea_interrupt_ask(READ_ONCE(hart->interrupt->users[i]));
	if (answered) {
		hart->spurious = 0;
		return IRQ_HANDLED;
	}
	/* a unit that is broken, or not the one that the device tree says */
	if (++hart->spurious == TEA_SPURIOUS_MAX) {
		pr_err("CPU %u: its unit interrupts for nothing: disabled\n",
		       smp_processor_id());
		disable_percpu_irq(irq);
	}
	return IRQ_NONE;
}

static struct tea_pmu **tea_interrupt_place(struct tea_interrupt *interrupt,
					    const struct tea_pmu *tea)
{
	unsigned int i;

	for (i = 0; i < TEA_INTERRUPT_USERS; i++) {
		if (interrupt->users[i] == tea)
			return &interrupt->users[i];
	}
	return NULL;
}

static bool tea_interrupt_is_used(const struct tea_interrupt *interrupt)
{
	unsigned int i;

	for (i = 0; i < TEA_INTERRUPT_USERS; i++) {
		if (interrupt->users[i])
			return true;
	}
	return false;
}

static int tea_interrupt_open(struct tea_interrupt *interrupt, unsigned int irq)
{
	unsigned int cpu;
	int err;

	interrupt->harts = alloc_percpu(struct tea_interrupt_hart);
	if (!interrupt->harts)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		per_cpu_ptr(interrupt->harts, cpu)->interrupt = interrupt;
	err = request_percpu_irq(irq, tea_interrupt_handle, "tea-pmu", interrupt->harts);
	if (err)
		free_percpu(interrupt->harts);
	return err;
}

int tea_interrupt_request(struct tea_pmu *tea)
{
	struct tea_interrupt *interrupt = tea->door->interrupt;
	struct tea_pmu **place;
	int err = 0;

	mutex_lock(&tea_interrupt_lock);
	place = tea_interrupt_place(interrupt, NULL);
	if (!place)
		err = -EBUSY;
	else if (!tea_interrupt_is_used(interrupt))
		err = tea_interrupt_open(interrupt, tea->irq);
	if (!err)
		WRITE_ONCE(*place, tea);
	mutex_unlock(&tea_interrupt_lock);
	return err;
}

void tea_interrupt_free(struct tea_pmu *tea)
{
	struct tea_interrupt *interrupt = tea->door->interrupt;

	mutex_lock(&tea_interrupt_lock);
	WRITE_ONCE(*tea_interrupt_place(interrupt, tea), NULL);
	synchronize_rcu();
	if (!tea_interrupt_is_used(interrupt)) {
		free_percpu_irq(tea->irq, interrupt->harts);
		free_percpu(interrupt->harts);
	}
	mutex_unlock(&tea_interrupt_lock);
}

void tea_interrupt_enable(struct tea_pmu *tea)
{
	if (!this_cpu_ptr(tea->door->interrupt->harts)->users++)
		enable_percpu_irq(tea->irq, irq_get_trigger_type(tea->irq));
}

void tea_interrupt_disable(struct tea_pmu *tea)
{
	if (!--this_cpu_ptr(tea->door->interrupt->harts)->users)
		disable_percpu_irq(tea->irq);
}
