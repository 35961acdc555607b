// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * datafields.c - fields that instructions access; see datafields.h
 */
#include "datafields.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "isa/op.h"
#include "symbols/elfthreads.h"

#define BLOCKS_MOST	64		/* that are looked at for where a register comes from */
#define SCANS_MOST	2048		/* of blocks, for one access */
#define STEPS_MOST	12		/* registers that were made of each other */
#define SP		2
#define GP		3
#define TP		4
#define INT_REGS	32
#define CALLEE_SAVED	0x0ffc031eU	/* ra, sp, gp, tp, s0 to s11: as they were behind a call */

/* Why data are not known. */
#define LACK(why)	"(not resolved: " why ")"
#define LACK_CODE	LACK("no code")
#define LACK_DWARF	LACK("no debug information")
#define LACK_STACK	LACK("stack")
#define LACK_GLOBAL	LACK("global")
#define LACK_THREAD	LACK("thread-local")
#define LACK_VARIABLE	LACK("no variable")
#define LACK_POINTER	LACK("untyped pointer")
#define LACK_CALL	LACK("result of a call")
#define LACK_SEVERAL	LACK("several origins")
#define LACK_COMPUTED	LACK("computed")

struct step {
	struct tea_insn insn;
	uint64_t address;
};

/* An instruction, the block that it is in, and why its data are not known. */
struct quest {
	struct datafields *fields;
	const struct symbols_location *location;
	uint32_t object;
	uint64_t begin;
	unsigned int steps, depth, scans, followed;	/* followed: pointers, to where the quest is */
	bool thread;			/* what the access itself is of: as in the result */
	int64_t thread_offset;
	const char *lack;		/* the first found: the nearest to the access */
};

int datafields_init(struct datafields *fields, struct blocks *blocks, struct symbols *symbols)
{
	int error;

	*fields = (struct datafields){ .ways.blocks = blocks, .symbols = symbols };
	error = disasm_open(&fields->disasm);
	fields->opened = !error;
	return error;
}

void datafields_deinit(struct datafields *fields)
{
	if (fields->opened)
		disasm_close(&fields->disasm);
	predecessors_deinit(&fields->ways);
	fields->opened = false;
}

static bool read_step(const struct quest *quest, uint64_t address, struct step *step)
{
	const uint8_t *bytes;
	size_t size = symbols_code(quest->location, address, 4, &bytes);
	uint32_t bits;

	if (!tea_insn_fetch(bytes, size, &bits))
		return false;
	step->address = address;
	tea_insn_decode(&step->insn, bits);
	return true;
}

static void read_text(const struct quest *quest, const struct step *step, char text[DISASM_TEXT])
{
	const uint8_t *bytes;
	size_t size = symbols_code(quest->location, step->address, 4, &bytes);

	if (!disasm_insn(&quest->fields->disasm, bytes, size, step->address, text))
		text[0] = '\0';
}

/* "ld a0, -8(s0)", "addi a0, a1, 16": the number behind the last comma; none is 0. */
static int64_t immediate_of(const char *text)
{
	const char *comma = strrchr(text, ',');
	char *end;
	long long number;

	if (!comma)
		return 0;
	comma += 1 + strspn(comma + 1, " ");
	number = strtoll(comma, &end, 0);
	return end == comma ? 0 : number;
}

static bool is_load(const struct tea_insn *insn)
{
	return insn->class == TEA_CLASS_LOAD || insn->class == TEA_CLASS_LOAD_RESERVED;
}

static bool is_access(const struct tea_insn *insn)
{
	switch (insn->class) {
	case TEA_CLASS_LOAD:
	case TEA_CLASS_STORE:
	case TEA_CLASS_LOAD_RESERVED:
	case TEA_CLASS_STORE_CONDITIONAL:
	case TEA_CLASS_AMO:
	case TEA_CLASS_V_LOAD:
	case TEA_CLASS_V_STORE:
		return true;
	default:
		return false;
	}
}

/* Only plain loads and stores have an offset in their text. */
static int64_t offset_of(const struct quest *quest, const struct step *step)
{
	char text[DISASM_TEXT];

	if (step->insn.class != TEA_CLASS_LOAD && step->insn.class != TEA_CLASS_STORE)
		return 0;
	read_text(quest, step, text);
	return immediate_of(text);
}

/* Does it change @reg otherwise than by its own result, as a call may? */
static bool changes(const struct step *step, unsigned int reg)
{
	return step->insn.dst == reg ||
	       (step->insn.flags & TEA_INSN_CALL && !(CALLEE_SAVED >> reg & 1));
}

/*
 * The last instruction of the block before @address that wrote @reg, whose result is still there.
 */
static bool find_writer(const struct quest *quest, uint64_t address, unsigned int reg,
			struct step *writer)
{
	bool found = false;
	struct step step;

	for (uint64_t at = quest->begin; at < address; at += step.insn.length_bytes) {
		if (!read_step(quest, at, &step))
			return false;
		if (step.insn.dst == reg) {
			*writer = step;
			found = true;
		} else if (changes(&step, reg)) {
			found = false;
		}
	}
	return found;
}

/* May a call in the block before @address have changed @reg? */
static bool is_called(const struct quest *quest, uint64_t address, unsigned int reg)
{
	struct step step;

	for (uint64_t at = quest->begin; at < address; at += step.insn.length_bytes)
		if (!read_step(quest, at, &step) || changes(&step, reg))
			return true;
	return false;
}

static bool begins_with(const char *text, const char *word)
{
	size_t length = strlen(word);

	return !strncmp(text, word, length) && text[length] == ' ';
}

static bool is_increment(struct quest *quest, const struct step *step, int64_t *by);

/* Where the value that a register has at the begin of a block comes from. */
struct origin {
	unsigned int count;		/* ways in which it is made; of two nothing follows */
	bool entry;			/* it is an argument of the function */
	bool called;			/* a call may change it */
	uint64_t begin;			/* of the block that makes it */
	struct step writer;		/* the last instruction there that writes it */
	int64_t walk;			/* each increment on the way is a multiple of it */
	uint64_t seen[BLOCKS_MOST];	/* blocks on the way */
	unsigned int seen_count;
};

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return llabs(a);
}

/*
 * Follows the register through the block at @begin. True if the block makes it, or may change it.
 */
static bool ends_in(struct quest *quest, uint64_t begin, unsigned int reg, struct origin *origin)
{
	struct symbols_location location = *quest->location;
	bool made = false;
	struct step step;
	uint64_t end;
	int64_t by;

	location.address = begin;
	if (quest->scans++ >= SCANS_MOST ||
	    blocks_find(quest->fields->ways.blocks, quest->object, &location, &begin, &end))
		return origin->called = true;
	for (uint64_t at = begin; at < end; at += step.insn.length_bytes) {
		if (!read_step(quest, at, &step) || (step.insn.dst != reg && changes(&step, reg)))
			return origin->called = true;
		if (step.insn.dst != reg)
			continue;
		if (!made && is_increment(quest, &step, &by)) {
			origin->walk = common_divisor(origin->walk, by);
			continue;
		}
		made = true;
		origin->writer = step;
		origin->begin = begin;
	}
	origin->count += made;
	return made;
}

/* Goes back from the begin of a block by all ways that lead there. False where there are too many. */
static bool go_back(struct quest *quest, uint64_t to, unsigned int reg, struct origin *origin)
{
	const struct predecessors *ways = &quest->fields->ways;
	bool led = to == quest->location->function_start;

	if (led && !origin->entry) {
		origin->entry = true;
		origin->count++;
	}
	for (size_t i = 0; i < ways->count; i++) {
		uint64_t from = ways->items[i].from;
		unsigned int seen = 0;

		if (ways->items[i].to != to)
			continue;
		led = true;
		while (seen < origin->seen_count && origin->seen[seen] != from)
			seen++;
		if (seen < origin->seen_count)
			continue;
		if (origin->seen_count == BLOCKS_MOST)
			return false;
		origin->seen[origin->seen_count++] = from;
		if (!ends_in(quest, from, reg, origin) && !go_back(quest, from, reg, origin))
			return false;
		if (origin->count > 1 || origin->called)
			return false;
	}
	return led;
}

/* The origin of @reg's value where the quest's block begins, if there is only one. */
static bool find_origin(struct quest *quest, unsigned int reg, struct origin *origin)
{
	*origin = (struct origin){ .count = 0 };
	return !predecessors_find(&quest->fields->ways, quest->object, quest->location) &&
	       go_back(quest, quest->begin, reg, origin) && origin->count == 1;
}

/* "lui a5, 0x12": the upper bits, with their sign. */
static int64_t upper_of(const char *text)
{
	return (int32_t)((uint32_t)immediate_of(text) << 12);
}

static bool find_constant(struct quest *quest, uint64_t address, unsigned int reg, int64_t *value);

/* Of two constants, as compilers make large ones. */
static bool sum_of(struct quest *quest, const struct step *writer, int64_t *value)
{
	const uint8_t *src = writer->insn.src;
	int64_t other;

	if (src[0] >= INT_REGS || src[1] >= INT_REGS ||
	    !find_constant(quest, writer->address, src[0], value) ||
	    !find_constant(quest, writer->address, src[1], &other))
		return false;
	*value = (int64_t)((uint64_t)*value + (uint64_t)other);
	return true;
}

/* The result of @writer, if it is a constant. */
static bool constant_of(struct quest *quest, const struct step *writer, int64_t *value)
{
	char text[DISASM_TEXT];
	int64_t more = 0;

	if (is_load(&writer->insn))
		return false;
	read_text(quest, writer, text);
	*value = begins_with(text, "li") ? immediate_of(text) : upper_of(text);
	if (begins_with(text, "li") || begins_with(text, "lui"))
		return true;
	*value += (int64_t)writer->address;
	if (begins_with(text, "auipc"))
		return true;
	if (begins_with(text, "add"))
		return sum_of(quest, writer, value);
	if (begins_with(text, "addi") || begins_with(text, "addiw"))
		more = immediate_of(text);
	else if (!begins_with(text, "mv"))
		return false;
	if (writer->insn.src[0] >= INT_REGS ||
	    !find_constant(quest, writer->address, writer->insn.src[0], value))
		return false;
	*value += more;
	return true;
}

/* Where a program's small data are, as its linker left it; nothing else changes that register. */
static bool find_global_pointer(const struct quest *quest, int64_t *value)
{
	struct datafields *fields = quest->fields;

	if (!fields->gp_looked || fields->gp_object != quest->object) {
		fields->gp_looked = true;
		fields->gp_object = quest->object;
		fields->gp = 0;
		elfobject_symbol(&quest->location->object->elf, "__global_pointer$", &fields->gp);
	}
	*value = (int64_t)fields->gp;
	return fields->gp;
}

/* The value of @reg in front of @address, if it is the same on each path there. */
static bool find_constant(struct quest *quest, uint64_t address, unsigned int reg, int64_t *value)
{
	const uint64_t begin = quest->begin;
	struct origin origin;
	struct step writer;
	bool found;

	if (reg == GP)
		return find_global_pointer(quest, value);
	if (reg == TP)
		return false;
	if (quest->depth >= STEPS_MOST)
		return false;
	quest->depth++;
	if (find_writer(quest, address, reg, &writer)) {
		found = constant_of(quest, &writer, value);
	} else {
		found = !is_called(quest, address, reg) && find_origin(quest, reg, &origin) &&
			!origin.entry && !origin.walk;
		quest->begin = origin.begin;
		found = found && constant_of(quest, &origin.writer, value);
		quest->begin = begin;
	}
	quest->depth--;
	return found;
}

/* "addi a5, a5, 8", or the addition of a register that has a constant: walks through an array. */
static bool is_increment(struct quest *quest, const struct step *step, int64_t *by)
{
	const struct tea_insn *insn = &step->insn;
	unsigned int other = insn->src[0] == insn->dst ? insn->src[1] : insn->src[0];
	char text[DISASM_TEXT];

	if (insn->class != TEA_CLASS_INT_ALU || (insn->src[0] != insn->dst && insn->src[1] != insn->dst))
		return false;
	read_text(quest, step, text);
	*by = immediate_of(text);
	if (other >= INT_REGS)
		return begins_with(text, "addi");
	return other != insn->dst && begins_with(text, "add") &&
	       find_constant(quest, step->address, other, by);
}

static bool resolve(struct quest *quest, uint64_t address, unsigned int reg, int64_t offset,
		    struct datatype *data);

/*
 * By how much the address grows for each step of an index, and the offset by a constant in the
 * index.
 */
struct index {
	int64_t step, constant;		/* step 0: not known */
};

/*
 * "srli a5, a5, 29" behind "slli a5, a5, 32", or "srai": a number of 32 bits, shifted by 3. False: the
 * instruction is not that.
 */
static bool is_extension(const struct quest *quest, const struct step *right, const char *text,
			 unsigned int *shift)
{
	char left_text[DISASM_TEXT];
	struct step left;
	int64_t by = immediate_of(text), before;

	if ((!begins_with(text, "srli") && !begins_with(text, "srai")) || right->insn.src[0] >= INT_REGS ||
	    !find_writer(quest, right->address, right->insn.src[0], &left))
		return false;
	read_text(quest, &left, left_text);
	before = immediate_of(left_text);
	*shift = (unsigned int)(before - by) & 31;
	return begins_with(left_text, "slli") && before >= by;
}

/* The instruction, in the same block, that wrote what @step reads first. */
static bool find_source(const struct quest *quest, const struct step *step, struct step *source,
			char text[DISASM_TEXT])
{
	if (step->insn.src[0] >= INT_REGS ||
	    !find_writer(quest, step->address, step->insn.src[0], source))
		return false;
	read_text(quest, source, text);
	return true;
}

/* Bytes that "addi a5, a5, 64" adds behind a shift, as to the index of an array in the frame. */
static int64_t take_bytes(const struct quest *quest, struct step *writer, char text[DISASM_TEXT])
{
	char source_text[DISASM_TEXT];
	struct step source;
	unsigned int shift;
	int64_t bytes;

	if (!begins_with(text, "addi") || !find_source(quest, writer, &source, source_text) ||
	    (!begins_with(source_text, "slli") && !is_extension(quest, &source, source_text, &shift)))
		return 0;
	bytes = immediate_of(text);
	*writer = source;
	strcpy(text, source_text);
	return bytes;
}

/* "slli a5, a5, 3" behind "addi a5, a5, 8", either of which may be missing. */
static struct index index_of(const struct quest *quest, uint64_t address, unsigned int reg,
			     int64_t step)
{
	struct index index = { .step = step };
	char text[DISASM_TEXT];
	struct step writer;
	unsigned int shift;
	int64_t bytes;

	if (!find_writer(quest, address, reg, &writer))
		return index;
	read_text(quest, &writer, text);
	bytes = take_bytes(quest, &writer, text) * step;
	index.constant = bytes;
	if (is_extension(quest, &writer, text, &shift)) {
		index.step = step << shift;
	} else if (begins_with(text, "slli")) {
		index.step = step << (immediate_of(text) & 31);
		if (!find_source(quest, &writer, &writer, text))
			return index;
	} else if (writer.insn.class == TEA_CLASS_INT_MUL || begins_with(text, "add") ||
		   begins_with(text, "sub")) {
		index.step = 0;		/* a product, or the sum of two shifted */
	}
	if (begins_with(text, "addi"))
		index.constant = bytes + index.step * immediate_of(text);
	return index;
}

static bool fail(struct quest *quest, const char *lack)
{
	if (!quest->lack)
		quest->lack = lack;
	return false;
}

/* Is the operand added to @base a constant, so no index, and @base none? */
static bool find_addend(struct quest *quest, const struct step *step, unsigned int base, int64_t *value)
{
	int64_t of_base;

	return find_constant(quest, step->address, step->insn.src[1 - base], value) &&
	       !find_constant(quest, step->address, step->insn.src[base], &of_base);
}

/* Of the kernel it points to the present task. */
static bool is_thread_pointer(const struct quest *quest, unsigned int reg)
{
	const struct symbols_object *object = quest->location->object;

	return reg == TP && object->kind == SYMBOLS_FILE && object->elf.dwfl;
}

/*
 * Where a thread's variable is, as the linker or the dynamic linker writes it into the object: "ld a5,
 * %tls_ie_pcrel_lo(..)(a5)" in front of "add a5, a5, tp". @reg is loaded from there.
 */
static bool find_thread_offset(struct quest *quest, const struct step *sum, unsigned int reg, int64_t *value)
{
	struct step load;
	int64_t address;

	if (!find_writer(quest, sum->address, reg, &load) || !is_load(&load.insn) ||
	    load.insn.src[0] >= INT_REGS || !find_constant(quest, load.address, load.insn.src[0], &address))
		return false;
	return elfthreads_offset(&quest->location->object->elf, (uint64_t)(address + offset_of(quest, &load)),
				 value);
}

/* "add", "sh3add" and their like: one of the two is where an array begins, the other an index. */
static bool resolve_sum(struct quest *quest, const struct step *step, unsigned int shift,
			int64_t offset, struct datatype *data)
{
	const unsigned int first = shift ? 1 : 0;
	int64_t value;

	if (step->insn.src[0] >= INT_REGS || step->insn.src[1] >= INT_REGS)
		return false;
	for (unsigned int base = 2; base-- > first; )
		if (is_thread_pointer(quest, step->insn.src[base]) &&
		    find_thread_offset(quest, step, step->insn.src[1 - base], &value))
			return resolve(quest, step->address, TP, offset + value, data);
	for (unsigned int base = 2; base-- > first; )
		if (find_addend(quest, step, base, &value) &&
		    resolve(quest, step->address, step->insn.src[base], offset + value * (1 << shift),
			    data))
			return true;
	for (unsigned int base = 2; base-- > first; ) {
		unsigned int other = step->insn.src[1 - base];
		struct index index;

		index = index_of(quest, step->address, other, 1 << shift);
		if (resolve(quest, step->address, step->insn.src[base], offset + index.constant, data))
			return datatype_index(data, index.step);
	}
	return false;
}

/* Resolves the register's source: a pointer that was loaded, or an address plus an offset. */
static bool resolve_writer(struct quest *quest, const struct step *step, int64_t offset,
			   struct datatype *data)
{
	static const char *const sums[] = { "add", "sh1add", "sh2add", "sh3add" };	/* by shift */
	struct datatype pointer = { .bytes = data->bytes };
	/* A move is an addition to zero, on either side. */
	uint8_t from = step->insn.src[0] < INT_REGS ? step->insn.src[0] : step->insn.src[1];
	char text[DISASM_TEXT];
	bool found;

	if (from >= INT_REGS)
		return fail(quest, LACK_COMPUTED);
	if (is_load(&step->insn)) {
		quest->followed++;
		found = resolve(quest, step->address, from, offset_of(quest, step), &pointer);
		quest->followed--;
		return found && (datatype_follow(&pointer, offset, data) || fail(quest, LACK_POINTER));
	}
	read_text(quest, step, text);
	if (begins_with(text, "addi"))
		return resolve(quest, step->address, from, offset + immediate_of(text),
			       data);
	if (begins_with(text, "mv"))
		return resolve(quest, step->address, from, offset, data);
	for (unsigned int i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
		if (begins_with(text, sums[i]))
			return resolve_sum(quest, step, i, offset, data) || fail(quest, LACK_COMPUTED);
	return fail(quest, LACK_COMPUTED);
}

/* The register has one origin on all paths, from which it may walk. */
static bool resolve_anywhere(struct quest *quest, uint64_t address, unsigned int reg, int64_t offset,
			     struct datatype *data)
{
	const struct symbols_location *location = quest->location;
	const uint64_t begin = quest->begin;
	struct origin origin;
	bool found;

	if (reg == SP || reg == GP)
		return fail(quest, reg == SP ? LACK_STACK : LACK_GLOBAL);
	if (is_called(quest, address, reg))
		return fail(quest, LACK_CALL);
	if (!find_origin(quest, reg, &origin))
		return fail(quest, origin.called && !origin.count ? LACK_CALL : LACK_SEVERAL);
	if (origin.entry) {
		found = datatype_at(&location->object->elf, location->function_start, reg, offset, data) ||
			fail(quest, LACK_VARIABLE);
	} else {
		quest->begin = origin.begin;
		found = resolve_writer(quest, &origin.writer, offset, data);
		quest->begin = begin;
	}
	return found && (!origin.walk || datatype_index(data, origin.walk) ||
			 fail(quest, LACK_COMPUTED));
}

/* The data @offset bytes behind the thread pointer: of an object that is there from the start. */
static bool resolve_thread(struct quest *quest, int64_t offset, struct datatype *data)
{
	struct symbols_variable variable;
	const int64_t bytes = data->bytes;
	Dwarf_Die die;
	bool found;

	if (!quest->followed) {
		quest->thread = true;
		quest->thread_offset = offset;
	}
	if (symbols_thread_variable(quest->fields->symbols, quest->object, (uint64_t)offset, &variable) <= 0 ||
	    !variable.die)
		return fail(quest, LACK_THREAD);
	die = *variable.die;
	found = datatype_variable(&die, (int64_t)variable.offset, data);
	data->bytes = bytes;
	data->variable = variable.name;
	data->thread = true;
	return found || fail(quest, LACK_THREAD);
}

/* The data to which @reg + @offset points in front of @address. */
static bool resolve(struct quest *quest, uint64_t address, unsigned int reg, int64_t offset,
		    struct datatype *data)
{
	const struct elfobject *elf = &quest->location->object->elf;
	struct step writer;
	int64_t constant;

	if (datatype_at(elf, address, reg, offset, data))
		return true;
	if (is_thread_pointer(quest, reg))
		return resolve_thread(quest, offset, data);
	if (quest->steps++ >= STEPS_MOST)
		return fail(quest, LACK_COMPUTED);
	if (find_constant(quest, address, reg, &constant))
		return datatype_global(elf, address, (uint64_t)(constant + offset), data) ||
		       fail(quest, LACK_GLOBAL);
	if (find_writer(quest, address, reg, &writer))
		return resolve_writer(quest, &writer, offset, data);
	return resolve_anywhere(quest, address, reg, offset, data);
}

/* The reason that the debug information has it, or the nearest to the access. */
static const char *lack_of(const struct quest *quest)
{
	if (symbols_lineless(quest->location) != ELFOBJECT_NO_LINE)
		return LACK_DWARF;
	return quest->lack ? quest->lack : LACK_COMPUTED;
}

int datafields_access(struct datafields *fields, uint32_t object,
		      const struct symbols_location *location, struct datafields_access *access)
{
	struct quest quest = { .fields = fields, .location = location, .object = object };
	struct step step;
	unsigned int reg;
	uint64_t end;
	int error;

	*access = (struct datafields_access){ .lack = location->object->elf.dwfl ? LACK_CODE : LACK_DWARF };
	if (!location->function || !read_step(&quest, location->address, &step))
		return 0;
	if (!is_access(&step.insn)) {
		access->lack = DATAFIELDS_NONE;
		return 0;
	}
	reg = step.insn.src[0];
	access->access = true;
	access->data.bytes = step.insn.access_bytes;
	error = blocks_find(fields->ways.blocks, object, location, &quest.begin, &end);
	access->resolved = !error && reg < INT_REGS &&
			   resolve(&quest, location->address, reg, offset_of(&quest, &step), &access->data);
	access->stack = reg == SP || (!access->resolved && quest.lack && !strcmp(quest.lack, LACK_STACK));
	access->thread = quest.thread;
	access->thread_offset = quest.thread_offset;
	access->lack = access->resolved ? NULL : lack_of(&quest);
	return error;
}

int datafields_find(struct datafields *fields, uint32_t object,
		    const struct symbols_location *location, char text[DATAFIELDS_TEXT])
{
	struct datafields_access access;
	int error = datafields_access(fields, object, location, &access);

	if (access.resolved)
		datatype_name(&access.data, text);
	else
		strcpy(text, access.lack);
	return error;
}
