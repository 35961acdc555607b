// SPDX-License-Identifier: GPL-2.0-or-later
/* stream.c - stream files: see stream.h */
#include "stream.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fake_memory.h"
#include "model.h"
#include "observers/flops.h"
#include "observers/spans.h"
#include "observers/stages.h"
#include "stream_vector.h"
#include "tea_abi.h"

#define OPS_MAX		4096
#define WORDS_MAX	24
#define LINE_MAX_BYTES	512

/* The operation of a line of the file. */
struct action {
	struct tea_op op;
	struct stream_vector vector;
	bool has_next;
};

struct stream {
	struct tea_params params;
	struct fake_memory memory;
	struct action actions[OPS_MAX];
	unsigned int count;
	bool slots, flops, micro;	/* shown, too */
	FILE *actual;
	const char *path;
	unsigned int line;
};

static const char *const class_names[] = {
#define TEA_X(id, name, ...) name,
	TEA_CLASSES(TEA_X)
#undef TEA_X
};

static const char *const limiter_names[] = {
#define TEA_X(id, name) name,
	TEA_LIMITERS(TEA_X)
#undef TEA_X
};

static const char *const state_names[] = {
#define TEA_X(value, id, name, text) [value] = name,
	TEA_STATES(TEA_X)
#undef TEA_X
};

static const char *const event_names[] = {
#define TEA_X(bit, id, name, sysfs, text) [bit] = name,
	TEA_EVENTS(TEA_X)
#undef TEA_X
};

static const char *const stack_names[] = {
#define TEA_X(index, id, name, text) [index] = name,
	TEA_STACKS(TEA_X)
#undef TEA_X
};

static const char *const component_names[] = {
#define TEA_X(index, id, name, cause, text) [index] = name,
	TEA_COMPONENTS(TEA_X)
#undef TEA_X
};

static const char *const flops_names[] = {
#define TEA_X(index, id, name, text) [index] = name,
	TEA_FLOPS(TEA_X)
#undef TEA_X
};

static int complain(const struct stream *stream, const char *what, const char *word)
{
	fprintf(stderr, "%s:%u: %s '%s'\n", stream->path, stream->line, what, word);
	return -1;
}

/* Split @line at blanks, in place. Returns the number of words. */
static unsigned int split(char *line, char *words[WORDS_MAX])
{
	unsigned int count = 0;

	for (char *word = strtok(line, " \t\n"); word && count < WORDS_MAX;
	     word = strtok(NULL, " \t\n"))
		words[count++] = word;
	return count;
}

/* -1 when @word is none of the @count @names. */
static int find_name(const char *const *names, size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++) {
		if (!strcmp(names[i], word))
			return (int)i;
	}
	return -1;
}

static uint8_t parse_register(const char *text)
{
	uint8_t number = (uint8_t)atoi(text + 1);

	if (*text == 'f')
		return (uint8_t)TEA_REG_FP(number);
	if (*text == 'v')
		return text[1] == 'l' ? TEA_REG_VL : (uint8_t)TEA_REG_V(number);
	return *text == 'x' && number ? number : TEA_REG_NONE;
}

static void parse_sources(uint8_t src[3], const char *text)
{
	for (unsigned int i = 0; i < 3 && text; i++) {
		src[i] = parse_register(text);
		text = strchr(text, ',');
		if (text)
			text++;
	}
}

/* One KEY=VALUE of an op. */
static int parse_field(struct stream *stream, struct action *action, char *word, uint64_t *step)
{
	struct tea_op *op = &action->op;
	char *value = strchr(word, '=');

	if (!value)
		return complain(stream, "not KEY=VALUE", word);
	*value++ = 0;
	if (!strcmp(word, "len")) {
		op->insn.length_bytes = (uint8_t)atoi(value);
	} else if (!strcmp(word, "dst")) {
		op->insn.dst = parse_register(value);
	} else if (!strcmp(word, "src")) {
		parse_sources(op->insn.src, value);
	} else if (!strcmp(word, "bytes")) {
		op->insn.access_bytes = (uint8_t)atoi(value);
	} else if (!strcmp(word, "addr")) {
		op->addr = strtoull(value, NULL, 16);
		op->has_addr = true;
	} else if (!strcmp(word, "steps")) {
		op->steps = (uint8_t)atoi(value);
	} else if (!strcmp(word, "inc")) {
		*step = strtoull(value, NULL, 16);
	} else if (!strcmp(word, "next")) {
		op->next_pc = strtoull(value, NULL, 16);
		action->has_next = true;
	} else if (!strcmp(word, "trap")) {
		op->trap = *value == 'e' ? TEA_TRAP_EXCEPTION : TEA_TRAP_INTERRUPT;
	} else if (!strcmp(word, "priv")) {
		op->privilege = *value == 'm' ? TEA_PRIV_M : *value == 's' ? TEA_PRIV_S : TEA_PRIV_U;
	} else if (!strcmp(word, "vtype")) {
		op->insn.flags |= TEA_INSN_VTYPE;
	} else if (stream_vector_field(&action->vector, word, value)) {
		return complain(stream, "unknown key", word);
	}
	return 0;
}

static int parse_op(struct stream *stream, char **words, unsigned int count, unsigned int repeat)
{
	struct action action = { .has_next = false };
	struct tea_insn *insn = &action.op.insn;
	uint64_t step = 0;
	int class;

	if (count < 3)
		return complain(stream, "too short", words[0]);
	action.op.pc = strtoull(words[1], NULL, 16);
	*insn = (struct tea_insn){
		.length_bytes = 4, .dst = TEA_REG_NONE,
		.src = { TEA_REG_NONE, TEA_REG_NONE, TEA_REG_NONE },
	};
	class = find_name(class_names, TEA_CLASSES_COUNT, words[2]);
	if (!strncmp(words[2], "bits=", 5))
		tea_insn_decode(insn, (uint32_t)strtoul(words[2] + 5, NULL, 16));
	else if (class < 0)
		return complain(stream, "unknown class", words[2]);
	else
		insn->class = (uint8_t)class;
	stream_vector_init(&action.vector);
	for (unsigned int i = 3; i < count; i++) {
		if (parse_field(stream, &action, words[i], &step))
			return -1;
	}
	if (tea_class_is_vector(insn->class) && insn->class != TEA_CLASS_V_STORE &&
	    action.vector.op.insn.vd != TEA_REG_NONE)
		insn->dst = (uint8_t)TEA_REG_V(action.vector.op.insn.vd);
	for (unsigned int i = 0; i < repeat; i++) {
		if (stream->count == OPS_MAX)
			return complain(stream, "too many operations at", words[1]);
		stream->actions[stream->count++] = action;
		action.op.pc += insn->length_bytes;
		action.op.addr += step;
	}
	return 0;
}

static int parse_miss(struct stream *stream, char **words, unsigned int count)
{
	struct fake_miss miss = { .side = TEA_SIDE_DATA };
	bool line = !strcmp(words[0], "line"), store = !strcmp(words[0], "store");
	unsigned int at = 1;

	if (count != (line ? 5U : store ? 3U : 4U) || stream->memory.count == FAKE_MISSES_MAX)
		return complain(stream, "wrong number of words, or too many, for", words[0]);
	if (!store)
		miss.side = *words[at++] == 'i' ? TEA_SIDE_INSN : TEA_SIDE_DATA;
	miss.kind = line ? FAKE_LINE : store ? FAKE_STORE : FAKE_PAGE;
	miss.address = strtoull(words[at++], NULL, 16) / (line || store ? TEA_LINE_BYTES : 4096);
	if (line)
		miss.level = *words[at++] == 'l' ? TEA_LEVEL_LLC : TEA_LEVEL_DRAM;
	miss.cycles = strtoull(words[at], NULL, 10);
	stream->memory.misses[stream->memory.count++] = miss;
	return 0;
}

static int parse_predict(struct stream *stream, char **words, unsigned int count)
{
	static const char *const stages[TEA_FETCH_STAGES] = { "f1", "f2", "f3" };
	int stage = count == 4 ? find_name(stages, TEA_FETCH_STAGES, words[3]) : -1;

	if (stage < 0 || stream->memory.branches_count == FAKE_BRANCHES_MAX)
		return complain(stream, "no prediction, or too many, after", words[0]);
	stream->memory.branches[stream->memory.branches_count++] = (struct fake_branch){
		.pc = strtoull(words[1], NULL, 16), .target = strtoull(words[2], NULL, 16),
		.stage = (enum tea_fetch_stage)stage,
	};
	return 0;
}

static int parse_line(struct stream *stream, char **words, unsigned int count)
{
	if (!strcmp(words[0], "set")) {
		if (count != 3 || tea_params_set(&stream->params, words[1], words[2]))
			return complain(stream, "bad knob", count > 1 ? words[1] : "");
		return 0;
	}
	if (!strcmp(words[0], "slots") || !strcmp(words[0], "flops") ||
	    !strcmp(words[0], "micro")) {
		*(*words[0] == 's' ? &stream->slots :
		  *words[0] == 'f' ? &stream->flops : &stream->micro) = true;
		return 0;
	}
	if (!strcmp(words[0], "op"))
		return parse_op(stream, words, count, 1);
	if (!strcmp(words[0], "repeat") && count > 3)
		return parse_op(stream, words + 2, count - 2, (unsigned int)atoi(words[1]));
	if (!strcmp(words[0], "line") || !strcmp(words[0], "page") || !strcmp(words[0], "store"))
		return parse_miss(stream, words, count);
	if (!strcmp(words[0], "predict"))
		return parse_predict(stream, words, count);
	return complain(stream, "unknown word", words[0]);
}

static void copy_expected(FILE *expected, char **words, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		fprintf(expected, "%s%s", words[i], i + 1 < count ? " " : "\n");
}

static int parse_file(struct stream *stream, FILE *file, FILE *expected)
{
	char line[LINE_MAX_BYTES], *words[WORDS_MAX];
	bool expecting = false;

	for (stream->line = 1; fgets(line, sizeof(line), file); stream->line++) {
		unsigned int count;

		line[strcspn(line, "#")] = 0;
		count = split(line, words);
		if (!count)
			continue;
		if (expecting)
			copy_expected(expected, words, count);
		else if (!strcmp(words[0], "expect"))
			expecting = true;
		else if (parse_line(stream, words, count))
			return -1;
	}
	return expecting ? 0 : complain(stream, "no line says", "expect");
}

/* Each op leads to the one below it. */
static void link_ops(struct stream *stream)
{
	struct tea_op *last = NULL;

	for (unsigned int i = 0; i < stream->count; i++) {
		struct action *action = &stream->actions[i];

		if (last)
			last->next_pc = action->op.pc;
		last = action->has_next ? NULL : &action->op;
		action->vector.op.element_addrs = action->vector.addresses;
		if (tea_class_is_vector(action->op.insn.class))
			action->op.vector = &action->vector.op;
	}
	if (last)
		last->next_pc = last->pc + last->insn.length_bytes;
}

static void print_psv(FILE *out, uint16_t psv)
{
	const char *separator = " ";

	if (!psv)
		fprintf(out, " -");
	for (unsigned int i = 0; i < TEA_EVENTS_COUNT; i++) {
		if (psv >> i & 1) {
			fprintf(out, "%s%s", separator, event_names[i]);
			separator = "+";
		}
	}
}

static void print_span(void *opaque, const struct tea_span *span)
{
	FILE *out = opaque;

	fprintf(out, "span %" PRIu64 " %" PRIu64 " %s", span->begin, span->end,
		state_names[span->state]);
	for (unsigned int i = 0; i < span->slots; i++) {
		fprintf(out, " %" PRIx64, span->pc[i]);
		print_psv(out, span->psv[i]);
	}
	fprintf(out, "\n");
}

static void print_record(FILE *out, const struct tea_retired *record, bool micro)
{
	static const char *const flags[] = { "-", "flush", "exception", "exception+flush" };

	if (micro)
		fprintf(out, "micro %s", class_names[record->insn.class]);
	else
		fprintf(out, "%" PRIx64 " %s", record->pc, class_names[record->insn.class]);
	for (unsigned int i = 0; i < TEA_STAGES_COUNT; i++) {
		fprintf(out, " %" PRIu64, record->at[i]);
		if (record->limiter[i])
			fprintf(out, "/%s", limiter_names[record->limiter[i]]);
	}
	print_psv(out, record->psv);
	fprintf(out, " %s\n", flags[record->flags & 3]);
}

/* Summed over all privilege levels. */
static void print_slots(FILE *out, const struct tea_stages *stages)
{
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		fprintf(out, "slots %s", stack_names[i]);
		for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++) {
			uint64_t slots = 0;

			for (unsigned int privilege = 0; privilege < 4; privilege++)
				slots += stages->rows[privilege].slots[i][k];
			if (slots)
				fprintf(out, " %s=%" PRIu64, component_names[k], slots);
		}
		fprintf(out, "\n");
	}
}

/* By bytes of an element. */
static void print_operations(FILE *out, const struct tea_flops_stack *flops)
{
	fprintf(out, "operations");
	for (unsigned int width = 0; width < TEA_FLOPS_WIDTHS; width++) {
		uint64_t operations = 0;

		for (size_t row = 0; row < flops->rows_count; row++)
			operations += flops->rows[row].operations[width];
		if (operations)
			fprintf(out, " %u=%" PRIu64, 1U << width, operations);
	}
	fprintf(out, "\n");
}

/* Its slots, too, are those of all cycles. */
static void print_flops(FILE *out, const struct tea_flops_stack *flops,
			const struct tea_params *params)
{
	uint64_t sum = 0;

	fprintf(out, "slots flops");
	for (unsigned int k = 0; k < TEA_FLOPS_COUNT; k++) {
		uint64_t slots = 0;

		for (size_t row = 0; row < flops->rows_count; row++)
			slots += flops->rows[row].slots[k];
		if (slots)
			fprintf(out, " %s=%" PRIu64, flops_names[k], slots);
		sum += slots;
	}
	fprintf(out, "\n");
	if (sum != flops->cycles * tea_flops_width(params))
		fprintf(out, "%" PRIu64 " slots in %" PRIu64 " cycles\n", sum, flops->cycles);
	print_operations(out, flops);
}

static int run_actions(struct stream *stream)
{
	struct tea_env env = { .opaque = &stream->memory };
	struct tea_model *model = tea_model_create(&stream->params, &env);
	struct tea_flops_stack flops;
	struct tea_stages stages;
	struct tea_spans spans;

	if (!model || tea_stages_init(&stages, &stream->params, 0, false) ||
	    tea_flops_init(&flops, &stream->params, 0, false))
		return complain(stream, "out of memory", "");
	tea_model_explain(model, true);
	tea_spans_init(&spans, 0, print_span, stream->actual);
	for (unsigned int i = 0; i < stream->count; i++) {
		const struct tea_retired *records;
		unsigned int count;

		count = tea_model_step(model, &stream->actions[i].op, &records);
		for (unsigned int k = 0; k < count; k++) {
			tea_spans_record(&spans, &records[k]);
			tea_stages_record(&stages, &records[k]);
			tea_flops_record(&flops, &records[k]);
			print_record(stream->actual, &records[k], false);
			for (unsigned int m = 0; stream->micro && m < records[k].micro_count; m++)
				print_record(stream->actual, &records[k].micro[m], true);
		}
	}
	tea_spans_finish(&spans);
	if (spans.now != tea_model_now(model) + 1)
		fprintf(stream->actual, "spans end in %" PRIu64 ", the model in %" PRIu64 "\n",
			spans.now, tea_model_now(model));
	tea_stages_cut(&stages, TEA_COMPONENT_FRONTEND);
	if (stream->slots)
		print_slots(stream->actual, &stages);
	tea_flops_cut(&flops);
	if (stream->flops)
		print_flops(stream->actual, &flops, &stream->params);
	tea_flops_deinit(&flops);
	tea_stages_deinit(&stages);
	tea_model_destroy(model);
	return 0;
}

int stream_run(const char *path, FILE *actual, FILE *expected)
{
	struct stream *stream = calloc(1, sizeof(*stream));
	FILE *file = fopen(path, "r");
	int err = -1;

	if (stream && file) {
		*stream = (struct stream){ .path = path, .actual = actual };
		tea_params_init(&stream->params);
		err = parse_file(stream, file, expected);
		if (!err) {
			link_ops(stream);
			err = run_actions(stream);
		}
	}
	if (file)
		fclose(file);
	else
		fprintf(stderr, "cannot open '%s'\n", path);
	free(stream);
	return err;
}
