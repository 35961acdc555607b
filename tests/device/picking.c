// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * picking.c - samples of retired instructions and of taken branches, and branch records
 */
#include "bare.h"

#define RECORDS		16
#define CSR_SCTRCTL	0x14e
#define CSR_SCTRSTATUS	0x14f
#define CSR_SISELECT	0x150
#define CSR_CTRSOURCE	0x151
#define CSR_CTRTARGET	0x152
#define CSR_CTRDATA	0x153
#define CSR_SCTRDEPTH	0x15f
#define CTR_S		(1 << 1)
#define CTR_FROZEN	(1UL << 31)
#define CTR_TAKEN	5
#define CTR_RETURN	13
#define CTR_ERET	3
#define CCV		(1 << 15)

#define REG(name, countdown) TEA_REG_OF(TEA_REG_##name, TEA_COUNTDOWN_##countdown)
#define ICTL		REG(CTL, INSTRUCTIONS)
#define IPERIOD		REG(PERIOD, INSTRUCTIONS)
#define ILEFT		REG(LEFT, INSTRUCTIONS)
#define IVALID		REG(VALID, INSTRUCTIONS)
#define ILOST		REG(LOST, INSTRUCTIONS)
#define ICOUNT		REG(COUNT, INSTRUCTIONS)
#define IMETA		REG(META, INSTRUCTIONS)
#define IPC		REG(PC(0), INSTRUCTIONS)
#define TCTL		REG(CTL, TAKEN)
#define TPERIOD		REG(PERIOD, TAKEN)
#define TLEFT		REG(LEFT, TAKEN)
#define TVALID		REG(VALID, TAKEN)
#define TLOST		REG(LOST, TAKEN)
#define TMETA		REG(META, TAKEN)
#define TPC		REG(PC(0), TAKEN)

#define ROUND		3		/* instructions of a round of the loop */

extern char loop[], loop_mul[], loop_branch[], loop_end[];

/* The branch back is taken in all rounds but the last. */
asm(".text\n.globl loop, loop_mul, loop_branch, loop_end\n"
    "loop: addi a0, a0, -1\n"
    "loop_mul: mul a1, a0, a0\n"
    "loop_branch: bnez a0, loop\n"
    "loop_end: ret\n");

static void run_loop(uint64_t rounds)
{
	((void (*)(uint64_t))loop)(rounds);
}

/* Called in S-mode. */
static void work(void *rounds)
{
	run_loop((uint64_t)rounds);
}

static void begin_instructions(uint64_t period)
{
	unit_prepare(TEA_COUNTDOWN_INSTRUCTIONS, period);
}

static void begin_taken(uint64_t period)
{
	unit_prepare(TEA_COUNTDOWN_TAKEN, period);
}

/* Countdowns beside that of cycles have no more slots than one. */
static bool has_one_slot(unsigned int countdown)
{
	for (unsigned int slot = 1; slot < TEA_SLOTS; slot++) {
		unit_write_of(TEA_REG_PC(slot), countdown, ~0ULL);
		if (unit_read_of(TEA_REG_PC(slot), countdown))
			return false;
	}
	return true;
}

static void check_registers(void)
{
	const uint64_t caps2 = unit_read(TEA_REG_CAPS2);
	const uint64_t writable = TEA_CTL_LEVELS | TEA_CTL_FREEZE | TEA_CTL_HOLD;

	check_equal(TEA_CAPS2_COUNTDOWNS(caps2), 7, "all countdowns are there");
	check_equal(caps2 & (TEA_CAPS2_RECORDS | TEA_CAPS2_HOLD), TEA_CAPS2_RECORDS | TEA_CAPS2_HOLD,
		    "they freeze branch records, and have HOLD");
	check_equal(unit_read(IPERIOD), TEA_PERIOD_RESET, "a period after reset");
	check_equal(unit_read(TPERIOD), TEA_PERIOD_RESET, "and the other one's");
	unit_write(ICTL, ~0UL & ~TEA_CTL_ENABLE);
	check_equal(unit_read(ICTL),
		    caps2 & TEA_CAPS2_VIRTUAL ? writable : writable & ~(TEA_CTL_VU | TEA_CTL_VS),
		    "CTL has filters, FREEZE and HOLD, no policy");
	unit_write(ICTL, 0);
	unit_write(IPERIOD, 4711);
	check(unit_read(TPERIOD) == TEA_PERIOD_RESET && unit_read(TEA_REG_PERIOD) == TEA_PERIOD_RESET,
	      "the registers of a countdown are its own");
	check(has_one_slot(1) && has_one_slot(2), "slots that it has not read 0, and take nothing");
}

/* The loop's count of both countdowns, with the same code around it each time. */
static void count(uint64_t rounds, uint64_t *instructions, uint64_t *taken)
{
	begin_instructions(1000000);
	begin_taken(1000000);
	unit_write(ICTL, TEA_CTL_ENABLE | TEA_CTL_S);
	unit_write(TCTL, TEA_CTL_ENABLE | TEA_CTL_S);
	bare_run_at(S, work, (void *)rounds);
	*instructions = 1000000 - unit_read(ILEFT);
	*taken = 1000000 - unit_read(TLEFT);
	unit_stop(1);
	unit_stop(2);
}

static void check_counts(void)
{
	uint64_t instructions[2], taken[2], left;

	count(1000, &instructions[0], &taken[0]);
	count(3000, &instructions[1], &taken[1]);
	check_equal(instructions[1] - instructions[0], 2000 * ROUND,
		    "each retired instruction counts once");
	check_equal(taken[1] - taken[0], 2000, "each taken branch counts once");
	check(instructions[0] - 1000 * ROUND < 100, "and nothing else");
	left = unit_read(ILEFT);
	run_loop(100);
	check_equal(unit_read(ILEFT), left, "it stands still while disabled");
	unit_write(ICTL, TEA_CTL_ENABLE | TEA_CTL_U);
	run_loop(100);
	check_equal(unit_read(ILEFT), left, "and where the level is not selected");
	unit_write(ICTL, 0);
}

/* The sample of the @nth instruction, or taken branch, from some point of the loop on. */
static uint64_t sample_instruction(uint64_t nth)
{
	begin_instructions(300 + nth);
	unit_write(ICTL, TEA_CTL_ENABLE | TEA_CTL_S);
	bare_run_at(S, work, (void *)1000);
	check(unit_read(IVALID), "an instruction is sampled");
	unit_write(ICTL, 0);
	return unit_read(IPC);
}

static void check_addresses(void)
{
	static char *const order[] = { loop, loop_mul, loop_branch };
	unsigned int first = 0;
	uint64_t pc[2 * ROUND];

	for (unsigned int i = 0; i < 2 * ROUND; i++)
		pc[i] = sample_instruction(i);
	while (first < ROUND && pc[0] != (uint64_t)order[first])
		first++;
	for (unsigned int i = 0; i < 2 * ROUND; i++)
		check_equal(pc[i], (uint64_t)order[(first + i) % ROUND],
			    "the very instruction that ends the period");
	check_equal(TEA_SAMPLE_SLOTS(unit_read(IMETA)), 1, "it is in slot 0");
	check_equal(TEA_SAMPLE_LEVEL(unit_read(IMETA)), S, "of its privilege level");
	check_equal(unit_read(IMETA) & TEA_SAMPLE_RECORDS, 0, "no records were frozen");
}

static void check_interrupt(void)
{
	uint64_t lost, lost_taken;

	csr_write(mie, 0);
	unit_stop(0);
	unit_stop(1);
	lost = unit_read(ILOST);
	lost_taken = unit_read(TLOST);
	begin_taken(100);
	check_equal(csr_read(mip) & TEA_IRQ_BIT, 0, "nothing pends");
	unit_write(TCTL, TEA_CTL_ENABLE | TEA_CTL_S);
	bare_run_at(S, work, (void *)1000);
	check_equal(csr_read(mip) & TEA_IRQ_BIT, TEA_IRQ_BIT, "a sample of any countdown pends");
	check_equal(unit_read(TEA_REG_STATUS), TEA_STATUS_VALID(TEA_COUNTDOWN_TAKEN),
		    "STATUS says which");
	check_equal(unit_read(TPC), (uint64_t)loop_branch, "a taken branch is sampled");
	check(unit_read(TLOST) - lost_taken >= 8, "what comes due meanwhile is lost");
	check_equal(unit_read(ILOST), lost, "which is each countdown's own count");
	unit_stop(1);
	check_equal(csr_read(mip) & TEA_IRQ_BIT, TEA_IRQ_BIT, "another's VALID does not release it");
	unit_stop(2);
	check_equal(csr_read(mip) & TEA_IRQ_BIT, 0, "its own does");
}

struct record {
	uint64_t source, target, data;
};

static struct record read_record(unsigned int number)
{
	struct record record;

	csr_write(CSR_SISELECT, 0x200 + number);
	record.source = csr_read(CSR_CTRSOURCE);
	record.target = csr_read(CSR_CTRTARGET);
	record.data = csr_read(CSR_CTRDATA);
	return record;
}

static void begin_records(void)
{
	csr_write(CSR_SCTRDEPTH, 0);
	csr_write(CSR_SCTRSTATUS, 0);
	asm volatile(".insn i 0x73, 0, x0, x0, 0x104");
	csr_write(CSR_SCTRCTL, CTR_S);
}

static void check_records(void)
{
	unsigned int wrong = 0, mispredicted = 0, untimed = 0, slow = 0;
	struct record record;
	uint64_t status;

	begin_records();
	begin_taken(100);
	begin_instructions(500);
	unit_write(ICTL, TEA_CTL_ENABLE | TEA_CTL_S | TEA_CTL_FREEZE);
	unit_write(TCTL, TEA_CTL_ENABLE | TEA_CTL_S | TEA_CTL_FREEZE);
	bare_run_at(S, work, (void *)1000);
	unit_write(TCTL, 0);
	unit_write(ICTL, 0);
	status = csr_read(CSR_SCTRSTATUS);
	check(status & CTR_FROZEN, "the sample freezes the records");
	check(unit_read(TMETA) & TEA_SAMPLE_RECORDS, "and says so");
	check(unit_read(IVALID) && !(unit_read(IMETA) & TEA_SAMPLE_RECORDS),
	      "a later one, of another countdown, does not");
	for (unsigned int i = 0; i < RECORDS; i++) {
		record = read_record(i);
		wrong += record.source != ((uint64_t)loop_branch | 1) ||
			 (record.target & ~1UL) != (uint64_t)loop || (record.data & 15) != CTR_TAKEN;
		mispredicted += record.target & 1;
		untimed += !(record.data & CCV);
		slow += (record.data >> 16 & 0xfff) > 20 || record.data >> 28;
	}
	check_equal(wrong, 0, "all are of the loop's branch");
	check_equal(mispredicted, 0, "which is predicted by then");
	check_equal(untimed, 0, "each tells its cycles");
	check_equal(slow, 0, "those of a round");
	run_loop(100);
	check_equal(csr_read(CSR_SCTRSTATUS), status, "they stay as they are until released");
	unit_stop(2);
	unit_stop(1);
}

/* The first record behind a freeze has no cycles, since it would count the freeze's. */
static void check_thawed(void)
{
	unsigned int untimed = 0;

	begin_records();
	begin_taken(100);
	unit_write(TCTL, TEA_CTL_ENABLE | TEA_CTL_S | TEA_CTL_FREEZE);
	bare_run_at(S, work, (void *)1000);
	csr_write(CSR_SCTRSTATUS, csr_read(CSR_SCTRSTATUS) & ~CTR_FROZEN);
	bare_run_at(S, work, (void *)5);
	csr_write(CSR_SCTRCTL, 0);
	unit_stop(2);
	for (unsigned int i = 0; i < RECORDS; i++)
		untimed += !(read_record(i).data & CCV);
	check_equal(untimed, 1, "the first record behind a freeze tells no cycles");
}

/* The last of the loop, or a later one. */
static void check_newest(void)
{
	struct record record;

	begin_records();
	begin_taken(1);
	unit_write(TLEFT, 2000);
	unit_write(TCTL, TEA_CTL_ENABLE | TEA_CTL_S | TEA_CTL_FREEZE);
	bare_run_at(S, work, (void *)2000);
	unit_write(TCTL, 0);
	record = read_record(0);
	check_equal(record.source & ~1UL, unit_read(TPC), "the newest record is the sampled branch");
	unit_stop(2);
	asm volatile(".insn i 0x73, 0, x0, x0, 0x104");
	check_equal(read_record(0).source, 0, "sctrclr clears them");
	csr_write(CSR_SCTRCTL, 0);
	csr_write(CSR_SCTRSTATUS, 0);
}

#define HOLD_PERIOD	5000
#define HANDLER_ROUNDS	100

static volatile unsigned int interrupts, held_throughout;

/* No business of S-mode: firmware takes the trap, and returns by mret. */
static void call_firmware(void)
{
	asm volatile("csrr t0, mhartid" : : : "t0");
}

/* Other actions beside reading the sample would be recorded, and counted. */
void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	(void)cause;
	(void)pc;
	(void)mode;
	interrupts++;
	asm volatile(".insn i 0x73, 0, x0, x0, 0x104");
	csr_write(CSR_SCTRSTATUS, 0);
	unit_write(IVALID, 0);
	call_firmware();
	held_throughout += unit_read(TEA_REG_STATUS) & TEA_STATUS_HELD;
	run_loop(HANDLER_ROUNDS);
}

/* The loop's count in U-mode, with the interrupts of its samples handled in S-mode, or not. */
static uint64_t count_handled(uint64_t hold, bool handle)
{
	const uint64_t before = unit_read(ICOUNT);

	interrupts = held_throughout = 0;
	begin_records();
	begin_instructions(HOLD_PERIOD);
	if (handle)
		csr_set(sie, TEA_IRQ_BIT);
	unit_write(ICTL, TEA_CTL_ENABLE | TEA_CTL_U | TEA_CTL_S | TEA_CTL_FREEZE | hold);
	bare_run_at(U, work, (void *)10000);
	unit_stop(1);
	csr_clear(sie, TEA_IRQ_BIT);
	return unit_read(ICOUNT) - before;
}

static void check_hold(void)
{
	uint64_t lost, alone, held, counted;

	alone = count_handled(0, false);
	lost = unit_read(ILOST);
	traps_begin();
	counted = count_handled(0, true);
	traps_end();
	check_equal(unit_read(ILOST), lost, "each sample is handled");
	check(held_throughout == interrupts && !(unit_read(TEA_REG_STATUS) & TEA_STATUS_HELD),
	      "HELD is set in each handler, after a return from firmware as well, and not behind it");
	check(counted - alone > interrupts * HANDLER_ROUNDS * ROUND, "the handler counts");
	check(read_record(0).source, "and its branches are recorded");
	traps_begin();
	held = count_handled(TEA_CTL_HOLD, true);
	check_equal(traps_end(), interrupts, "firmware interrupts each handler, which stays held");
	check_equal(interrupts, alone / HOLD_PERIOD, "with HOLD there are as many as of what it is not");
	check_equal(held - alone, interrupts, "of the interrupts the return alone counts");
	check_equal(read_record(1).source, 0, "and is recorded");
	check_equal(read_record(0).data & 15, CTR_ERET, "as what it is");
	csr_write(CSR_SCTRCTL, 0);
	csr_write(CSR_SCTRSTATUS, 0);
}

void test_main(void)
{
	plan(55);
	unit_allow_m(true);
	check_registers();
	check_counts();
	check_addresses();
	check_interrupt();
	check_records();
	check_thawed();
	check_newest();
	check_hold();
	finish();
}
