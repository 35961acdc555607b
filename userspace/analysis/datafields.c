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
#include "symbols/datatype.h"

#define BLOCKS_MOST	64		/* that are looked at for where a register comes from */
#define SCANS_MOST	2048		/* of blocks, for one access */
#define STEPS_MOST	12		/* registers that were made of each other */
#define SP		2
#define GP		3
#define INT_REGS	32
#define CALLEE_SAVED	0x0ffc031eU	/* ra, sp, gp, tp, s0 to s11: as they were behind a call */

/* Why data are not known. */
#define LACK(why)	"(not resolved: " why ")"
#define LACK_CODE	LACK("no code")
#define LACK_DWARF	LACK("no debug information")
#define LACK_STACK	LACK("stack")
#define LACK_GLOBAL	LACK("global")
#define LACK_VARIABLE	LACK("no variable")
#define LACK_POINTER	LACK("untyped pointer")
#define LACK_CALL	LACK("result of a call")
#define LACK_SEVERAL	LACK("several origins")
#define LACK_COMPUTED	LACK("computed")

_Static_assert(DATAFIELDS_TEXT == DATATYPE_TEXT, "one is what the other fills");

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
	unsigned int steps, depth, scans;
	const char *lack;		/* the first found: the nearest to the access */
};

int datafields_init(struct datafields *fields, struct blocks *blocks)
{
	int error;

	*fields = (struct datafields){ .ways.blocks = blocks };
	error = disasm_open(&fields->disasm);
	fields->opened = !error;
	return error;
}

void datafields_deinit(struct datafields *fields)
{
	if (fields->opened)
		disasm_close(&fields->disasm);
	waysin_deinit(&fields->ways);
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

/* Does it leave something else in @reg: its own result, or what a call may? */
static bool changes(const struct step *step, unsigned int reg)
{
	return step->insn.dst == reg ||
	       (step->insn.flags & TEA_INSN_CALL && !(CALLEE_SAVED >> reg & 1));
}

/* The last instruction of the block before @address that wrote @reg, and what it holds still. */
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
	bool entry;			/* it is what the function was called with */
	bool called;			/* a call may change it */
	uint64_t begin;			/* of the block that makes it */
	struct step writer;		/* the last instruction there that writes it */
	int64_t walk;			/* what it is incremented by on the way is a multiple of that */
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

/* What the block at @begin does to the register: true where it makes it, or may change it. */
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
	const struct waysin *ways = &quest->fields->ways;
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

/* Of what @reg has where the quest's block begins, if there is one origin of it. */
static bool find_origin(struct quest *quest, unsigned int reg, struct origin *origin)
{
	*origin = (struct origin){ .count = 0 };
	return !waysin_find(&quest->fields->ways, quest->object, quest->location) &&
	       go_back(quest, quest->begin, reg, origin) && origin->count == 1;
}

/* "lui a5, 0x12": the upper bits, with their sign. */
static int64_t upper_of(const char *text)
{
	return (int32_t)((uint32_t)immediate_of(text) << 12);
}

static bool find_constant(struct quest *quest, uint64_t address, unsigned int reg, int64_t *value);

/* What @writer makes, where that is a constant. */
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

/* What @reg has in front of @address, where that is the same whatever way control takes. */
static bool find_constant(struct quest *quest, uint64_t address, unsigned int reg, int64_t *value)
{
	const uint64_t begin = quest->begin;
	struct origin origin;
	struct step writer;
	bool found;

	if (reg == GP)
		return find_global_pointer(quest, value);
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

/* "addi a5, a5, 8", or a register that has a constant: what walks through an array. */
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

/* How far the address goes for each step of an index, and what a constant in that adds. */
struct index {
	int64_t step, constant;		/* step 0: not known */
};

/* "slli a5, a5, 3" behind "addi a5, a5, 8", either of which may be missing. */
static struct index index_of(const struct quest *quest, uint64_t address, unsigned int reg,
			     int64_t step)
{
	struct index index = { .step = step };
	char text[DISASM_TEXT];
	struct step writer;

	if (!find_writer(quest, address, reg, &writer))
		return index;
	read_text(quest, &writer, text);
	if (begins_with(text, "slli")) {
		index.step = step << (immediate_of(text) & 31);
		if (writer.insn.src[0] >= INT_REGS ||
		    !find_writer(quest, writer.address, writer.insn.src[0], &writer))
			return index;
		read_text(quest, &writer, text);
	} else if (writer.insn.class == TEA_CLASS_INT_MUL || begins_with(text, "add") ||
		   begins_with(text, "sub")) {
		index.step = 0;		/* a product, or the sum of two shifted */
	}
	if (begins_with(text, "addi"))
		index.constant = index.step * immediate_of(text);
	return index;
}

static bool fail(struct quest *quest, const char *lack)
{
	if (!quest->lack)
		quest->lack = lack;
	return false;
}

/* Is what is added to operand @base a constant, which is no index, and that alone? */
static bool find_addend(struct quest *quest, const struct step *step, unsigned int base, int64_t *value)
{
	int64_t of_base;

	return find_constant(quest, step->address, step->insn.src[1 - base], value) &&
	       !find_constant(quest, step->address, step->insn.src[base], &of_base);
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

/* What a register was made of: a pointer that was loaded, or an address and something more. */
static bool resolve_writer(struct quest *quest, const struct step *step, int64_t offset,
			   struct datatype *data)
{
	static const char *const sums[] = { "add", "sh1add", "sh2add", "sh3add" };	/* by shift */
	struct datatype pointer = { .bytes = data->bytes };
	/* A move is an addition to zero, on either side. */
	uint8_t from = step->insn.src[0] < INT_REGS ? step->insn.src[0] : step->insn.src[1];
	char text[DISASM_TEXT];

	if (from >= INT_REGS)
		return fail(quest, LACK_COMPUTED);
	if (is_load(&step->insn))
		return resolve(quest, step->address, from, offset_of(quest, step), &pointer) &&
		       (datatype_follow(&pointer, offset, data) || fail(quest, LACK_POINTER));
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

/* The register is made of one thing by whatever way control comes, and walks from there. */
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

/* What @reg + @offset points to in front of @address. */
static bool resolve(struct quest *quest, uint64_t address, unsigned int reg, int64_t offset,
		    struct datatype *data)
{
	const struct elfobject *elf = &quest->location->object->elf;
	struct step writer;
	int64_t constant;

	if (datatype_at(elf, address, reg, offset, data))
		return true;
	if (quest->steps++ >= STEPS_MOST)
		return fail(quest, LACK_COMPUTED);
	if (find_constant(quest, address, reg, &constant))
		return datatype_global(elf, address, (uint64_t)(constant + offset), data) ||
		       fail(quest, LACK_GLOBAL);
	if (find_writer(quest, address, reg, &writer))
		return resolve_writer(quest, &writer, offset, data);
	return resolve_anywhere(quest, address, reg, offset, data);
}

int datafields_find(struct datafields *fields, uint32_t object,
		    const struct symbols_location *location, char text[DATAFIELDS_TEXT])
{
	struct quest quest = { .fields = fields, .location = location, .object = object };
	struct datatype data = { .bytes = 0 };
	struct step step;
	uint64_t end;
	int error;

	strcpy(text, location->object->elf.dwfl ? LACK_CODE : LACK_DWARF);
	if (!location->function || !read_step(&quest, location->address, &step))
		return 0;
	if (!is_access(&step.insn)) {
		strcpy(text, DATAFIELDS_NONE);
		return 0;
	}
	data.bytes = step.insn.access_bytes;
	error = blocks_find(fields->ways.blocks, object, location, &quest.begin, &end);
	if (!error && step.insn.src[0] < INT_REGS &&
	    resolve(&quest, location->address, step.insn.src[0], offset_of(&quest, &step), &data))
		datatype_name(&data, text);
	else if (symbols_lineless(location) != ELFOBJECT_NO_LINE)
		strcpy(text, LACK_DWARF);
	else
		strcpy(text, quest.lack ? quest.lack : LACK_COMPUTED);
	return error;
}
