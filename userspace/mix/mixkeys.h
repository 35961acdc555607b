/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixkeys.h - the properties and the place of an executed instruction: the keys of a mix
 */
#ifndef MIXKEYS_H
#define MIXKEYS_H

#include "estimate.h"
#include "isa/op.h"
#include "isa/operands.h"
#include "mixgroups.h"
#include "symbols/disasm.h"
#include "vectortypes.h"

/* X(identifier, name). */
#define MIXKEYS(X) \
	X(MNEMONIC, "mnemonic") \
	X(EXTENSION, "extension") \
	X(CLASS, "class") \
	X(PACKING, "packing") \
	X(MEMORY, "memory") \
	X(OPERAND_SIZE, "operand-size") \
	X(OPERANDS, "operands") \
	X(MASKED, "masked") \
	X(SEW, "sew") \
	X(LMUL, "lmul") \
	X(GROUP, "group") \
	X(PRIVILEGE, "privilege") \
	X(THREAD, "thread") \
	X(OBJECT, "object") \
	X(FUNCTION, "function") \
	X(BLOCK, "block") \
	X(LINE, "line") \
	X(EDGE, "edge")

enum mixkey {
#define MIXKEYS_X(id, name) MIXKEY_##id,
	MIXKEYS(MIXKEYS_X)
#undef MIXKEYS_X
	MIXKEYS_COUNT
};

#define MIXKEY_UNKNOWN	"[unknown]"	/* a value, for code that is missing, has no line, or does
					 * not show it */
#define MIXKEY_NONE	"none"		/* of memory, operands, their size, SEW and LMUL: there is none */

extern const char *const mixkey_names[MIXKEYS_COUNT + 1];	/* ends in NULL */
/* MIXKEYS_COUNT: none has that name. */
enum mixkey mixkey_find(const char *name, size_t length);

/* The instruction of @item, decoded. */
struct mixsubject {
	struct recording *recording;
	struct vectortypes *types;	/* for all subjects, of one function after the other */
	const struct mixgroups *groups;	/* NULL: none were given */
	const struct estimate_item *item;
	const struct recording_edge *edge;	/* by which it was left; NULL: however it was */
	struct symbols_location location;
	struct tea_insn insn;
	struct tea_operands operands;
	bool decoded;			/* else its code is unavailable */
	char mnemonic[DISASM_TEXT];
};

/* Fills the rest of a subject that has the above. */
void mixsubject_decode(struct mixsubject *subject, const struct disasm *disasm);
/* Its value of @key, which may be in @text. */
#define MIXKEYS_TEXT	512
const char *mixsubject_value(const struct mixsubject *subject, enum mixkey key,
			     char text[MIXKEYS_TEXT]);

#endif /* MIXKEYS_H */
