// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dataobjects.c - variables and types that places access; see dataobjects.h
 *
 * Many places are of the same code, and of the same field of an array: what debug information says
 * of these is looked up once.
 */
#include "dataobjects.h"

#include "allocsite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHERE_STACK	"stack"
#define WHERE_THREAD	"thread"
#define NAME_TEXT	512

/* What an instruction says of its data. */
struct dataobjects_code {
	bool access;			/* it accesses memory, as its code says */
	bool none;			/* or that it does not */
	bool stack;			/* in the frame of its function */
	bool thread;			/* a variable of the thread's own */
	bool resolved;			/* name is a variable or a type, and no reason */
	const char *name, *field;
};

/* Where the memory was allocated, as text; NULL: nobody asked. */
struct dataobjects_site {
	const char *place;		/* "parse.c:42" */
	const char *whole;		/* "malloc at parse.c:42 (in parse_line)" */
};

int dataobjects_init(struct dataobjects *objects, struct recording *recording, struct blocks *blocks)
{
	*objects = (struct dataobjects){ .recording = recording };
	return datafields_init(&objects->fields, blocks, &recording->symbols);
}

void dataobjects_deinit(struct dataobjects *objects)
{
	datafields_deinit(&objects->fields);
	keyindex_deinit(&objects->code_index);
	keyindex_deinit(&objects->member_index);
	free(objects->codes);
	free(objects->members);
	free(objects->sites);
	*objects = (struct dataobjects){ 0 };
}

static const char *intern(struct dataobjects *objects, const char *text)
{
	return texts_intern(&objects->recording->texts, text);
}

/* A variable of the thread's own without debug information. */
static int name_thread(struct dataobjects *objects, uint32_t object, const struct datafields_access *access,
		       struct dataobjects_code *code)
{
	struct symbols_variable variable;
	int found = symbols_thread_variable(&objects->recording->symbols, object,
					    (uint64_t)access->thread_offset, &variable);

	if (found <= 0)
		return found;
	code->resolved = true;
	code->name = code->field = intern(objects, variable.name);
	return 0;
}

/* "walk::table", a variable; of data that are not known to be one the type. */
static int name_access(struct dataobjects *objects, uint32_t object, const struct symbols_location *location,
		       const struct datafields_access *access, struct dataobjects_code *code)
{
	const struct datatype *data = &access->data;
	char name[NAME_TEXT], text[DATATYPE_TEXT];

	code->resolved = access->resolved;
	if (access->resolved && data->variable) {
		snprintf(name, sizeof(name), "%s%s%s", data->function ? data->function : "",
			 data->function ? "::" : "", data->variable);
		code->stack = data->frame;
		code->name = intern(objects, name);
		code->field = intern(objects, datatype_member(data, name, text));
	} else if (access->resolved) {
		code->name = intern(objects, datatype_whole(data, text));
		code->field = intern(objects, datatype_name(data, text));
	} else if (code->stack) {
		snprintf(name, sizeof(name), "[stack of %s]", location->function);
		code->name = code->field = intern(objects, name);
	} else {
		code->name = code->field = intern(objects, access->lack);
	}
	return access->thread && !access->resolved ? name_thread(objects, object, access, code) : 0;
}

static int find_code(struct dataobjects *objects, uint32_t object,
		     const struct symbols_location *location, struct dataobjects_code *code)
{
	struct key key = { .high = object, .low = location->address };
	uint32_t at = keyindex_get(&objects->code_index, key);
	struct datafields_access access;
	int error;

	if (at != KEYINDEX_NONE) {
		*code = objects->codes[at];
		return 0;
	}
	error = datafields_access(&objects->fields, object, location, &access);
	if (error)
		return error;
	*code = (struct dataobjects_code){
		.access = access.access, .stack = access.stack, .thread = access.thread,
		.none = access.lack && !strcmp(access.lack, DATAFIELDS_NONE),
	};
	error = name_access(objects, object, location, &access, code);
	if (error || !code->name || !code->field)
		return -ENOMEM;
	at = KEYINDEX_APPEND(&objects->code_index, key, objects->codes, objects->codes_count);
	if (at == KEYINDEX_NONE)
		return -ENOMEM;
	objects->codes[at] = *code;
	return 0;
}

/* The field of a variable with debug information. */
static int find_member(struct dataobjects *objects, const struct symbols_variable *variable,
		       const char **field)
{
	Dwarf_Die die = *variable->die;
	char text[DATATYPE_TEXT];
	struct datatype data;
	struct key key;
	uint32_t at;

	*field = variable->name;
	if (!datatype_variable(&die, (int64_t)variable->offset, &data))
		return 0;
	datatype_reduce(&data);
	key = (struct key){ .high = (uintptr_t)variable->identity, .low = (uint64_t)data.offset };
	at = keyindex_get(&objects->member_index, key);
	if (at == KEYINDEX_NONE) {
		at = KEYINDEX_APPEND(&objects->member_index, key, objects->members, objects->members_count);
		if (at == KEYINDEX_NONE)
			return -ENOMEM;
		objects->members[at] = intern(objects, datatype_member(&data, variable->name, text));
	}
	*field = objects->members[at];
	return *field ? 0 : -ENOMEM;
}

static void set_line(struct dataobject *found, uint64_t address, uint64_t of)
{
	found->has_line = true;
	found->line = address & ~(uint64_t)(DATAOBJECTS_LINE - 1);
	found->line_of = of;
}

/* The address is in the object's data. 1, 0 or -ENOMEM. */
static int find_variable(struct dataobjects *objects, const struct recording_space *space,
			 uint64_t address, struct dataobject *found)
{
	struct symbols *symbols = &objects->recording->symbols;
	struct symbols_variable variable;
	int is = symbols_variable(symbols, space->object, address - space->slide, &variable);

	if (is <= 0)
		return is;
	found->object = space->object;
	found->where = symbols->objects[space->object].path;
	found->identity = variable.identity;
	set_line(found, variable.address, (uint64_t)space->object << 32 | UINT32_MAX);
	found->name = variable.name ? variable.name :
		      variable.section ? variable.section : symbols_base_name(found->where);
	found->field = found->name;
	if (variable.die)
		is = find_member(objects, &variable, &found->field);
	return is < 0 ? is : 1;
}

/* By what the instruction says alone. */
static void take_code(const struct dataobjects_code *code, enum recording_memory memory,
		      struct dataobject *found)
{
	static const char *const where[RECORDING_MEMORY_COUNT] = {
		[RECORDING_MEMORY_KERNEL] = "kernel", [RECORDING_MEMORY_STACK] = WHERE_STACK,
		[RECORDING_MEMORY_HEAP] = "heap",
	};

	found->name = code->name;
	found->field = code->field;
	found->where = code->stack ? WHERE_STACK : code->thread ? WHERE_THREAD : where[memory];
}

/* No address: what the code says is better than nothing. */
static void take_unknown(const struct dataobjects_code *code, enum recording_memory memory,
			 struct dataobject *found)
{
	const bool none = code->none || (memory == RECORDING_MEMORY_NONE && !code->access);

	take_code(code, memory, found);
	if (none)
		found->name = found->field = DATAFIELDS_NONE;
	else if (!code->resolved && !code->stack)
		found->name = found->field = DATAOBJECTS_UNKNOWN;
}

/* The texts of a site that the recording has. NULL: no memory. */
static const struct dataobjects_site *find_site(struct dataobjects *objects, uint32_t number)
{
	struct recording *recording = objects->recording;
	struct dataobjects_site *site;
	char text[ALLOCSITE_TEXT];

	if (!objects->sites)
		objects->sites = calloc(recording->sites_count, sizeof(*objects->sites));
	if (!objects->sites)
		return NULL;
	site = &objects->sites[number];
	if (!site->place)
		site->place = intern(objects, allocsite_text(recording, &recording->sites[number], false, text));
	if (!site->whole)
		site->whole = intern(objects, allocsite_text(recording, &recording->sites[number], true, text));
	return site->place && site->whole ? site : NULL;
}

/* "struct node, allocated at parse.c:42"; without a type the allocating call alone. */
static int add_site(struct dataobjects *objects, const struct dataobjects_code *code, uint32_t number,
		    struct dataobject *found)
{
	const struct dataobjects_site *site = find_site(objects, number);
	char text[NAME_TEXT + ALLOCSITE_TEXT];

	if (!site)
		return -ENOMEM;
	if (!code->resolved) {
		found->name = found->field = site->whole;
		return 0;
	}
	snprintf(text, sizeof(text), "%s, allocated at %s", code->name, site->place);
	found->name = intern(objects, text);
	snprintf(text, sizeof(text), "%s, allocated at %s", code->field, site->place);
	found->field = intern(objects, text);
	return found->name && found->field ? 0 : -ENOMEM;
}

int dataobjects_find(struct dataobjects *objects, const struct recording_place *place,
		     const struct symbols_location *location, struct dataobject *found)
{
	const struct recording *recording = objects->recording;
	const struct recording_datum *datum = place->datum ? &recording->data[place->datum] : NULL;
	const struct recording_space *space = datum ? &recording->spaces[datum->space] : NULL;
	enum recording_memory memory = space ? space->memory : RECORDING_MEMORY_UNKNOWN;
	struct dataobjects_code code;
	int error = find_code(objects, place->object, location, &code), is = 0;

	*found = (struct dataobject){ .object = KEYINDEX_NONE };
	if (error)
		return error;
	if (memory == RECORDING_MEMORY_NONE || memory == RECORDING_MEMORY_UNKNOWN) {
		take_unknown(&code, memory, found);
		return 0;
	}
	set_line(found, datum->address, space->pid);
	if (memory == RECORDING_MEMORY_FILE) {
		found->object = space->object;
		found->where = recording->symbols.objects[space->object].path;
		found->name = found->field = symbols_base_name(found->where);
		return 0;
	}
	if (space->object != KEYINDEX_NONE)
		is = find_variable(objects, space, datum->address, found);
	if (!is)
		take_code(&code, memory, found);
	if (!is && datum->site && !code.stack && !code.thread)
		is = add_site(objects, &code, datum->site, found);
	return is < 0 ? is : 0;
}
