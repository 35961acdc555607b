// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ring.c - the driver's records in the ring buffer, one by one
 *
 * Runs in the guest as root. Each case opens the event on this thread, works, and holds
 * every metadata record and sample record against the contract of tea_abi.h: a sample has one
 * record, of one of its slots, each in turn; with PERF_SAMPLE_RAW all of it is in struct
 * tea_raw, without there is a metadata record before it; privilege, address and perf's user
 * or kernel flag agree; callchains begin at the sampled address; and samples, losses and the
 * count agree to a period.
 *
 * ring [shared | unprivileged]: "shared" expects others on the hart, with whom samples may get lost
 * and time goes by. "unprivileged" is for any user where the kernel is shown to all users
 * (kernel.perf_event_paranoid 1): firmware is not.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "tea_event.h"

/* Totals of one ring buffer. */
struct tally {
	uint64_t samples, lost, cycles;
	uint64_t by_privilege[8];
	uint64_t turns[TEA_SLOTS + 1];	/* samples with so many slots */
	uint64_t accesses, addresses;	/* to memory; with an address of this program's stack */
	bool unprivileged, fresh;	/* @fresh: the event's first records are here */
	const char *wrong;
};

static void wrong_if(struct tally *tally, bool condition, const char *what)
{
	if (condition && !tally->wrong)
		tally->wrong = what;
}

static void check_privilege(struct tally *tally, const struct tea_record *record,
			    unsigned int priv)
{
	const unsigned int mode = record->misc & PERF_RECORD_MISC_CPUMODE_MASK;

	wrong_if(tally, (mode == PERF_RECORD_MISC_USER) != (priv == TEA_PRIV_U),
		 "perf's mode is not the sample's privilege");
	wrong_if(tally, mode != PERF_RECORD_MISC_USER && mode != PERF_RECORD_MISC_KERNEL,
		 "a mode that is neither user nor kernel");
	wrong_if(tally, priv == TEA_PRIV_S && !(record->ip >> 63), "a kernel sample's user address");
	wrong_if(tally, priv == TEA_PRIV_U && record->ip >> 63, "a user sample's kernel address");
}

static void check_chain(struct tally *tally, const struct tea_record *record, unsigned int priv)
{
	const bool user = (record->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_USER;

	if (!record->chain || priv == TEA_PRIV_M)
		return;
	wrong_if(tally, !record->chain_length, "no callchain");
	wrong_if(tally, record->chain[0] != (uint64_t)(user ? PERF_CONTEXT_USER :
						       PERF_CONTEXT_KERNEL),
		 "a callchain that begins on the other side");
	wrong_if(tally, record->chain_length < 2 || record->chain[1] != record->ip,
		 "a callchain that begins at another address than the sample's");
	for (uint64_t i = 0; user && i < record->chain_length; i++)
		wrong_if(tally, record->chain[i] >> 63 &&
			 record->chain[i] != (uint64_t)PERF_CONTEXT_USER,
			 "a kernel address in a user sample's callchain");
}

/* Raw records */

static bool wants_memory(const struct tea_ring *ring)
{
	return ring->sample_type & (PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC |
				    PERF_SAMPLE_WEIGHT_STRUCT);
}

static bool unit_tells_memory(void)
{
	static int tells = -1;

	if (tells < 0)
		tells = tea_caps_read("memory");
	return tells;
}

static void check_raw_size(struct tally *tally, const struct tea_ring *ring,
			   const struct tea_record *record)
{
	const bool memory = wants_memory(ring) && unit_tells_memory();
	const size_t bytes = sizeof(struct tea_raw) + (memory ? sizeof(struct tea_raw_memory) : 0);

	wrong_if(tally, record->raw->version != TEA_RAW_VERSION, "a raw record of another version");
	wrong_if(tally, record->raw->size != bytes || record->raw_bytes != bytes,
		 "a raw record of another size");
	/* members of 8 bytes are aligned to them in the file */
	wrong_if(tally, (uintptr_t)record->raw % 8 != 4, "a raw record at an odd place");
}

/* The nth sample with so many slots is of the nth of them, cyclically. */
static void check_turn(struct tally *tally, unsigned int slots, unsigned int picked)
{
	const unsigned int count = __builtin_popcount(slots);
	unsigned int nth = tally->turns[count]++ % count;

	while (nth--)
		slots &= slots - 1;
	wrong_if(tally, tally->fresh && picked != (unsigned int)__builtin_ctz(slots),
		 "a slot whose turn it is not");
}

/* Slots that the event may not see leave no trace. */
static void check_raw_slots(struct tally *tally, const struct tea_raw *raw)
{
	for (unsigned int slot = 0; slot < TEA_SLOTS; slot++) {
		wrong_if(tally, raw->psv[slot] & ~TEA_PSV_MASK, "a signature with unknown events");
		if (raw->slots >> slot & 1)
			wrong_if(tally, raw->priv == TEA_PRIV_S && !(raw->pc[slot] >> 63),
				 "a raw user address of a kernel sample");
		else
			wrong_if(tally, raw->pc[slot] || raw->psv[slot], "something in a hidden slot");
	}
}

static void check_raw(struct tally *tally, struct tea_ring *ring, const struct tea_record *record)
{
	const struct tea_raw *raw = record->raw;

	check_raw_size(tally, ring, record);
	wrong_if(tally, !raw->slots || raw->slots >> TEA_SLOTS, "a mask of slots that cannot be");
	wrong_if(tally, raw->picked >= TEA_SLOTS || !(raw->slots >> raw->picked & 1),
		 "a picked slot without an instruction");
	if (tally->wrong)
		return;
	wrong_if(tally, raw->pc[raw->picked] != record->ip, "a raw address is not the record's");
	wrong_if(tally, raw->state > TEA_STATE_FLUSHED, "a commit state that there is not");
	wrong_if(tally, !tally->unprivileged && !raw->time, "a raw record without a time");
	wrong_if(tally, tally->unprivileged && raw->time, "a clock that runs for others, too");
	check_raw_slots(tally, raw);
	check_turn(tally, raw->slots, raw->picked);
	tally->lost += raw->lost;
}

/* Memory */

/* Addresses of data stand where the unit says so, and only there; of hidden slots nothing does. */
static void check_raw_memory(struct tally *tally, const struct tea_raw *raw,
			     const struct tea_raw_memory *memory)
{
	for (unsigned int slot = 0; slot < TEA_SLOTS; slot++) {
		wrong_if(tally, memory->addr[slot] && !(memory->mem[slot] & TEA_MEM_ADDR),
			 "an address of data that is none");
		wrong_if(tally, !tea_mem_kind(memory->mem[slot]) && memory->mem[slot],
			 "data of an instruction without an access");
		wrong_if(tally, !(raw->slots >> slot & 1) && (memory->addr[slot] | memory->mem[slot]),
			 "memory of a hidden slot");
	}
}

static unsigned int op_of(unsigned int kind)
{
	switch (kind) {
	case TEA_MEM_LOAD:
		return PERF_MEM_OP_LOAD;
	case TEA_MEM_STORE:
		return PERF_MEM_OP_STORE;
	case TEA_MEM_ATOMIC:
		return PERF_MEM_OP_LOAD | PERF_MEM_OP_STORE;
	default:
		return PERF_MEM_OP_NA;
	}
}

/* The state stands between the events of table 1 and the others. */
static unsigned int signature_weight(const struct tea_raw *raw)
{
	const unsigned int psv = raw->psv[raw->picked];

	return (psv & 0x1ff) | raw->state << 9 | psv >> 9 << 11;
}

/* perf's own fields agree with the raw record of the picked slot. */
static void check_memory(struct tally *tally, struct tea_ring *ring,
			 const struct tea_record *record)
{
	const struct tea_raw *raw = record->raw;
	struct tea_raw_memory memory = { .mem = { 0 } };
	uint64_t mem;

	if (unit_tells_memory()) {
		memcpy(&memory, raw + 1, sizeof(memory));
		check_raw_memory(tally, raw, &memory);
	}
	mem = memory.mem[raw->picked];
	tally->accesses += tea_mem_kind(mem) != 0;
	tally->addresses += mem & TEA_MEM_ADDR &&
			    record->addr - (uintptr_t)&mem + 0x4000 < 0x8000;
	if (ring->sample_type & PERF_SAMPLE_ADDR)
		wrong_if(tally, record->addr != memory.addr[raw->picked],
			 "an address of data that is not the raw one");
	if (ring->sample_type & PERF_SAMPLE_DATA_SRC)
		wrong_if(tally, record->data_src.mem_op != op_of(tea_mem_kind(mem)),
			 "an operation that is not the raw one");
	if (ring->sample_type & PERF_SAMPLE_WEIGHT_STRUCT)
		wrong_if(tally, record->weight.var1_dw != tea_mem_latency(mem) ||
			 record->weight.var2_w != signature_weight(raw) ||
			 record->weight.var3_w != __builtin_popcount(raw->slots),
			 "weights that are not the raw sample's");
}

/* Words and records */

static unsigned int saturate(unsigned int lost)
{
	return lost < TEA_META_LOST_MAX ? lost : TEA_META_LOST_MAX;
}

/* A driver that is built in leaves throttling to perf, which says so before a sample's records. */
static bool next_but_throttling(struct tea_ring *ring, struct tea_record *record)
{
	bool found;

	do {
		found = tea_ring_next(ring, record);
	} while (found && (record->type == PERF_RECORD_THROTTLE ||
			   record->type == PERF_RECORD_UNTHROTTLE));
	return found;
}

/* Period 0: whatever it is. */
static void check_record(struct tally *tally, struct tea_ring *ring,
			 const struct tea_record *record, unsigned int priv, uint64_t period)
{
	tally->samples++;
	tally->by_privilege[priv & 7]++;
	tally->cycles += record->period;
	check_privilege(tally, record, priv);
	check_chain(tally, record, priv);
	if (ring->sample_type & PERF_SAMPLE_PERIOD)
		wrong_if(tally, period && record->period != period, "a period that is another one");
}

/* Version 2 only where version 1 cannot hold the events. */
static void check_version(struct tally *tally, uint64_t word)
{
	unsigned int events = 0;

	if (tea_word_version(word) == TEA_WORD_VERSION) {
		wrong_if(tally, (word >> TEA_META_LOST_SHIFT & 3) != saturate(tea_word_lost(word)),
			 "metadata with losses that are not the event's");
		return;
	}
	for (unsigned int slot = 0; slot < TEA_SLOTS; slot++)
		events |= tea_word_psv(word, slot);
	wrong_if(tally, tea_word_version(word) != TEA_WORD_VERSION_WIDE,
		 "a word of another version");
	wrong_if(tally, !(events & ~TEA_PSV_PAPER), "a wide word without need");
}

static void check_word(struct tally *tally, struct tea_ring *ring, uint64_t word, uint64_t period)
{
	struct tea_record record;

	tally->lost += tea_word_lost(word);
	wrong_if(tally, ring->sample_type & PERF_SAMPLE_RAW, "a word beside raw records");
	check_version(tally, word);
	if (!tea_word_slots(word)) {
		wrong_if(tally, !tea_word_lost(word), "a word of nothing");
		return;
	}
	wrong_if(tally, __builtin_popcount(tea_word_slots(word)) != 1,
		 "a word of several records");
	if (!next_but_throttling(ring, &record) || record.type != PERF_RECORD_SAMPLE) {
		wrong_if(tally, true, "a word without its record");
		return;
	}
	check_record(tally, ring, &record, tea_word_priv(word), period);
}

static void check_sample(struct tally *tally, struct tea_ring *ring,
			 const struct tea_record *record, uint64_t period)
{
	wrong_if(tally, !record->raw, "a record without its word");
	if (!record->raw)
		return;
	check_record(tally, ring, record, record->raw->priv, period);
	check_raw(tally, ring, record);
	if (!tally->wrong && wants_memory(ring))
		check_memory(tally, ring, record);
}

static struct tally tally_ring(struct tea_ring *ring, uint64_t period)
{
	struct tally tally = { .unprivileged = geteuid() != 0, .fresh = !ring->at };
	struct tea_record record;

	while (tea_ring_next(ring, &record)) {
		wrong_if(&tally, record.type == PERF_RECORD_LOST, "the ring buffer was too small");
		if (record.type == PERF_RECORD_SAMPLE)
			check_sample(&tally, ring, &record, period);
		if (record.type == TEA_RECORD_WORD)
			check_word(&tally, ring, record.word, period);
	}
	return tally;
}

struct ring_case {
	const char *name;
	uint64_t period, sample_type;
	bool no_user, no_kernel;
	unsigned int privileges;	/* bit p: samples of privilege p are expected */
	bool may_lose;
};

/* Rings are as large as anybody's may be; a megabyte for many samples, 16 for those of 60 KB. */
#define PAGES_ORDER 6
#define MANY_ORDER 8
#define LARGE_ORDER 12

#define BASE (PERF_SAMPLE_IP | PERF_SAMPLE_PERIOD)
#define RAW (BASE | PERF_SAMPLE_RAW)
#define MEMORY (PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_WEIGHT_STRUCT)
#define U (1U << TEA_PRIV_U)
#define S (1U << TEA_PRIV_S)

static const struct ring_case cases[] = {
	{ "user and kernel", 50000, BASE, false, false, U | S, false },
	{ "raw records", 50000, RAW, false, false, U | S, false },
	{ "callchains", 50000, BASE | PERF_SAMPLE_CALLCHAIN, false, false, U | S, false },
	{ "callchains of user code", 20000, BASE | PERF_SAMPLE_CALLCHAIN, false, true, U, true },
	{ "callchains of the kernel", 20000, BASE | PERF_SAMPLE_CALLCHAIN, true, false, S, true },
	{ "user only", 50000, RAW, false, true, U, false },
	{ "kernel only", 50000, RAW, true, false, S, false },
	{ "no period in the records", 50000, PERF_SAMPLE_IP, false, false, U | S, false },
	{ "the shortest period", 10000, RAW | PERF_SAMPLE_CALLCHAIN, false, false, U | S, true },
	{ "a period that is no multiple of anything", 50021, BASE, false, false, U | S, false },
	{ "addresses of data", 50000, RAW | PERF_SAMPLE_ADDR, false, false, U | S, false },
	{ "sources of data", 50000, RAW | PERF_SAMPLE_DATA_SRC, false, false, U | S, false },
	{ "weights", 50000, RAW | PERF_SAMPLE_WEIGHT_STRUCT, false, false, U | S, false },
	{ "all of memory, user only", 50000, RAW | MEMORY, false, true, U, false },
};

/* The driver handles all of the unit's samples alike. */
static const struct ring_case at_dispatch = {
	"at dispatch", 50000, RAW | PERF_SAMPLE_CALLCHAIN, false, false, U | S, false
};

/* In bits of struct ring_case.privileges. */
static unsigned int privileges_seen(const struct tally *tally)
{
	unsigned int seen = 0;

	for (unsigned int priv = 0; priv < 8; priv++)
		seen |= tally->by_privilege[priv] ? 1U << priv : 0;
	return seen;
}

/* Each period that ended had its sample; the last one may have had it already. */
static bool one_each_period(uint64_t samples, uint64_t cycles, uint64_t period)
{
	return samples - cycles / period <= 1;
}

/* Records report all losses, raw ones those before them: losses behind the last record wait. */
static bool losses_agree(const struct tally *tally, uint64_t lost, uint64_t sample_type)
{
	return sample_type & PERF_SAMPLE_RAW ? tally->lost <= lost : tally->lost == lost;
}

/* Samples of this program's work have its data, if the unit reports them. */
static void check_accesses(const struct ring_case *it, const struct tally *tally)
{
	if ((it->sample_type & MEMORY) != MEMORY || !unit_tells_memory())
		return;
	printf("# %s: %llu accesses, %llu on the stack\n", it->name,
	       (unsigned long long)tally->accesses, (unsigned long long)tally->addresses);
	tap_ok(tally->addresses > tally->samples / 10 && tally->addresses <= tally->accesses,
	       "%s: addresses are those of the work", it->name);
}

static void check_case(const struct ring_case *it, uint64_t policy, bool shared)
{
	struct perf_event_attr attr = tea_attr(it->period, it->sample_type);
	struct tea_ring ring;
	struct tally tally;
	uint64_t count, lost;

	attr.config = policy << TEA_FIELD_stage;
	attr.exclude_user = it->no_user;
	attr.exclude_kernel = it->no_kernel;
	if (tea_ring_open(&ring, &attr, MANY_ORDER)) {
		tap_ok(false, "%s: cannot open the event", it->name);
		return;
	}
	tea_ring_enable(&ring);
	for (unsigned int i = 0; i < 20; i++) {
		tea_work_user(10000);
		tea_work_kernel(100);
	}
	tea_ring_disable(&ring);
	count = tea_ring_count(&ring);
	lost = tea_ring_lost(&ring);
	tally = tally_ring(&ring, it->period);
	tea_ring_close(&ring);

	printf("# %s: %llu cycles, %llu samples, %llu lost, %llu of them in records\n", it->name,
	       (unsigned long long)count, (unsigned long long)tally.samples,
	       (unsigned long long)lost, (unsigned long long)tally.lost);
	tap_ok(!tally.wrong && tally.samples, "%s: records as the contract says%s%s", it->name,
	       tally.wrong ? ": " : "", tally.wrong ?: "");
	tap_ok(one_each_period(tally.samples + lost, count, it->period),
	       "%s: a sample for each period that was counted", it->name);
	tap_ok(losses_agree(&tally, lost, it->sample_type), "%s: records tell what was lost",
	       it->name);
	tap_ok(privileges_seen(&tally) == it->privileges, "%s: of the selected privileges, all",
	       it->name);
	/* Interrupts are off for several periods at times. */
	tap_ok(shared || it->may_lose || lost <= tally.samples / 4, "%s: next to nothing lost",
	       it->name);
	check_accesses(it, &tally);
}

/* Frequency mode: whatever the periods are, they add up to the count. */
static void check_frequency(void)
{
	struct perf_event_attr attr = tea_attr(0, BASE);
	struct tea_ring ring;
	struct tally tally;
	uint64_t count;

	attr.freq = 1;
	attr.sample_freq = 20000;
	tap_ring_open(&ring, &attr, PAGES_ORDER, "frequency");
	tea_ring_enable(&ring);
	tea_work_user(2000000);
	tea_ring_disable(&ring);
	count = tea_ring_count(&ring);
	tally = tally_ring(&ring, 0);
	tea_ring_close(&ring);
	printf("# frequency: %llu cycles, %llu in %llu samples\n", (unsigned long long)count,
	       (unsigned long long)tally.cycles, (unsigned long long)tally.samples);
	tap_ok(!tally.wrong, "frequency: records as the contract says%s%s",
	       tally.wrong ? ": " : "", tally.wrong ?: "");
	tap_ok(tally.cycles > count - count / 10 && tally.cycles < count + count / 10,
	       "frequency: the periods add up to the count");
	/* 20 kHz at 3.2 GHz: 160000 cycles each, but for the search at the start. */
	tap_ok(tally.samples >= count / 160000 && tally.samples < count / 160000 + 50,
	       "frequency: about as many samples as asked for");
}

/* Another event's starts and stops call the firmware. */
static void work_firmware(void)
{
	struct perf_event_attr cycles = { .size = sizeof(cycles), .type = PERF_TYPE_HARDWARE,
					  .config = PERF_COUNT_HW_CPU_CYCLES, .disabled = 1 };
	int fd = tea_event_open(&cycles, -1);

	if (fd < 0)
		tap_ok(false, "the machine has an event whose start calls the firmware");
	for (unsigned int i = 0; i < 200; i++) {
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	}
	close(fd);
}

/* Firmware alone. perf shows it as kernel. */
static void check_firmware(void)
{
	struct perf_event_attr attr = tea_attr(20000, RAW | PERF_SAMPLE_CALLCHAIN);
	struct tea_ring ring;
	struct tally tally;
	uint64_t count, lost;

	attr.config1 = TEA_CONFIG1_MMODE;
	attr.exclude_user = 1;
	attr.exclude_kernel = 1;
	tap_ring_open(&ring, &attr, PAGES_ORDER, "firmware");
	tea_ring_enable(&ring);
	work_firmware();
	tea_ring_disable(&ring);
	count = tea_ring_count(&ring);
	lost = tea_ring_lost(&ring);
	tally = tally_ring(&ring, 20000);
	printf("# firmware: %llu cycles, %llu samples\n", (unsigned long long)count,
	       (unsigned long long)tally.samples);
	tap_ok(!tally.wrong && privileges_seen(&tally) == 1U << TEA_PRIV_M,
	       "firmware: samples of M-mode alone%s%s", tally.wrong ? ": " : "", tally.wrong ?: "");
	tap_ok(one_each_period(tally.samples + lost, count, 20000),
	       "firmware: a sample for each period");
	tea_ring_close(&ring);
}

/* An event for all levels that are the user's gets those, and nothing of the firmware. */
static void check_unprivileged(void)
{
	struct perf_event_attr attr = tea_attr(20000, RAW);
	struct tea_ring ring;
	struct tally tally;

	tap_ring_open(&ring, &attr, PAGES_ORDER, "unprivileged");
	tea_ring_enable(&ring);
	tea_work_user(100000);
	work_firmware();
	tea_ring_disable(&ring);
	tally = tally_ring(&ring, 20000);
	printf("# unprivileged: %llu user, %llu kernel, %llu firmware\n",
	       (unsigned long long)tally.by_privilege[TEA_PRIV_U],
	       (unsigned long long)tally.by_privilege[TEA_PRIV_S],
	       (unsigned long long)tally.by_privilege[TEA_PRIV_M]);
	tap_ok(!tally.wrong, "unprivileged: records as the contract says%s%s",
	       tally.wrong ? ": " : "", tally.wrong ?: "");
	tap_ok(privileges_seen(&tally) == (U | S), "unprivileged: user and kernel, no firmware");
	tea_ring_close(&ring);
}

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

/*
 * Records so large that writing them takes longer than the period: some are
 * lost, all are accounted for, and the program still gets its share of the time.
 */
static void check_overload(bool shared)
{
	struct perf_event_attr attr = tea_attr(10000, BASE | PERF_SAMPLE_STACK_USER |
					       PERF_SAMPLE_REGS_USER);
	volatile char stack[65536];
	struct tea_ring ring;
	struct tally tally;
	uint64_t count;
	double time;

	for (size_t i = 0; i < sizeof(stack); i += 1024)
		stack[i] = 1;
	attr.sample_stack_user = 60000;
	attr.sample_regs_user = 1;
	tap_ring_open(&ring, &attr, LARGE_ORDER, "overload");
	time = now_ns();
	tea_ring_enable(&ring);
	tea_work_user(300000);
	tea_ring_disable(&ring);
	time = now_ns() - time;
	count = tea_ring_count(&ring);
	tally = tally_ring(&ring, 10000);
	printf("# overload: %llu cycles in %.0f us, %llu samples, %llu lost\n",
	       (unsigned long long)count, time / 1e3, (unsigned long long)tally.samples,
	       (unsigned long long)tally.lost);
	tap_ok(!tally.wrong && tally.samples, "overload: records as the contract says%s%s",
	       tally.wrong ? ": " : "", tally.wrong ?: "");
	tap_ok(tally.lost > 0, "overload: samples are lost, in numbers");
	tap_ok(one_each_period(tally.samples + tally.lost, count, 10000),
	       "overload: none unaccounted for");
	/* 3.2 GHz: half of the time beyond the head start, and as much again to spare. */
	tap_ok(shared || time < 1e6 + 4 * count / 3.2, "overload: the program gets on");
	tea_ring_close(&ring);
}

static volatile sig_atomic_t signals, hang_ups;

static void on_signal(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	signals++;
	hang_ups += info->si_code == POLL_HUP;
}

/* PERF_EVENT_IOC_REFRESH: a signal for each of three overflows, then silence. */
static void check_limit(void)
{
	struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };
	struct perf_event_attr attr = tea_attr(50000, BASE);
	struct tea_ring ring;
	struct tally tally;

	/* user mode alone: between two samples the task is there to take the signal */
	attr.exclude_kernel = 1;
	attr.wakeup_events = 1;
	sigaction(SIGIO, &action, NULL);
	tap_ring_open(&ring, &attr, PAGES_ORDER, "limit");
	fcntl(ring.fd, F_SETOWN, getpid());
	fcntl(ring.fd, F_SETSIG, SIGIO);
	fcntl(ring.fd, F_SETFL, O_ASYNC);
	ioctl(ring.fd, PERF_EVENT_IOC_REFRESH, 3);
	tea_work_user(200000);
	tally = tally_ring(&ring, 50000);
	printf("# limit: %llu samples, %d signals, %d hang-ups\n", (unsigned long long)tally.samples,
	       (int)signals, (int)hang_ups);
	tap_ok(tally.samples == 3 && !tally.wrong, "limit: as many samples as allowed");
	tap_ok(signals == 3 && hang_ups == 1, "limit: a signal for each, the last one says so");
	ioctl(ring.fd, PERF_EVENT_IOC_REFRESH, 2);
	tea_work_user(200000);
	tally = tally_ring(&ring, 50000);
	tap_ok(tally.samples == 2, "limit: and again");
	tea_ring_close(&ring);
}

/* A new period holds for the interval under way and is exact from then on. */
static void check_new_period(void)
{
	struct perf_event_attr attr = tea_attr(50000, BASE);
	uint64_t period = 20000, count;
	struct tea_ring ring;
	struct tally tally;

	attr.exclude_kernel = 1;
	tap_ring_open(&ring, &attr, PAGES_ORDER, "new period");
	tea_ring_enable(&ring);
	tea_work_user(20000);
	tap_ok(!ioctl(ring.fd, PERF_EVENT_IOC_PERIOD, &period), "new period: taken");
	tea_ring_disable(&ring);
	tally_ring(&ring, 50000);
	count = tea_ring_count(&ring);
	tea_ring_enable(&ring);
	tea_work_user(50000);
	tea_ring_disable(&ring);
	count = tea_ring_count(&ring) - count;
	tally = tally_ring(&ring, period);
	tap_ok(!tally.wrong && tally.samples, "new period: in every record");
	/* the periods at both ends have their sample before, within or behind */
	tap_ok(tally.samples + tally.lost + 1 - count / period <= 3, "new period: a sample for each");
	tea_ring_close(&ring);
}

/* The count alone: off means off, and the same work costs the same. */
static void check_count(void)
{
	struct perf_event_attr attr = tea_attr(0, 0);
	struct tea_ring ring = { .fd = -1 };
	uint64_t idle, once, twice;

	attr.exclude_kernel = 1;
	ring.fd = tea_event_open(&attr, -1);
	tap_ok(ring.fd >= 0, "count: opens");
	tea_work_user(100000);
	idle = tea_ring_count(&ring);
	tea_ring_enable(&ring);
	tea_work_user(100000);
	once = tea_ring_count(&ring);
	tea_work_user(100000);
	twice = tea_ring_count(&ring);
	tea_ring_disable(&ring);
	tea_work_user(100000);
	printf("# count: %llu, %llu, %llu cycles\n", (unsigned long long)idle,
	       (unsigned long long)once, (unsigned long long)twice);
	tap_ok(!idle, "count: nothing before it is enabled");
	tap_ok(once > 100000 && twice - once > once * 9 / 10 && twice - once < once * 11 / 10,
	       "count: twice the work, twice the cycles");
	tap_ok(tea_ring_count(&ring) - twice < 20000, "count: nothing after it is disabled");
	close(ring.fd);
}

int main(int argc, char **argv)
{
	const bool shared = argc > 1 && !strcmp(argv[1], "shared");

	if (argc > 1 && !strcmp(argv[1], "unprivileged")) {
		check_unprivileged();
		return tap_done();
	}
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_case(&cases[i], TEA_POLICY_COMMIT, shared);
	check_case(&at_dispatch, TEA_POLICY_DISPATCH, shared);
	check_frequency();
	check_firmware();
	check_overload(shared);
	check_limit();
	check_new_period();
	check_count();
	return tap_done();
}
