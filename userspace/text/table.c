// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * table.c - rows as aligned columns, with their stacks drawn; see view_text.h
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/places/chance.h"
#include "output/amount.h"
#include "output/columns.h"
#include "view_text.h"

#define WIDTH_FILE	TERM_NAME	/* of a column in a file; longer values push the line out */
#define WORDS_WANTED	28		/* columns for the categories in words */
#define WORDS_LEAST	17		/* columns for one category */
#define WORDS_MOST	60
#define SHARE_WARM	0.005
#define BAR_SHORTEST	40		/* of the largest row's bar; less is no cell of most bars */
#define SHARE_HOT	0.05
#define COLOR_WARM	28
#define COLOR_HOT	196

#define BAR_LEAST	12		/* for which names are cut; instructions only for a shorter one */
#define BAR_LEAST_CODE	4

static bool is_stack(const struct field *field)
{
	return field->type == FIELD_STACK || field->type == FIELD_INCLUSIVE_STACK;
}

static bool is_right(const struct field *field)
{
	return field->type != FIELD_TEXT && field->type != FIELD_ARROWS && !is_stack(field);
}

/* Names, which can be cut; arrows cannot. */
static bool is_name(const struct field *field)
{
	return field->type == FIELD_TEXT && field->title[0];
}

/* The text of the row of all others, in the column of the first name. */
static const char *rest_text(const struct table *table, size_t f, const struct row *row,
			     struct field_value *value)
{
	const struct field *field = table->fields[f];

	if (field_is_amount(field) || (f && !field_is_amount(table->fields[f - 1])))
		return "";
	snprintf(value->buffer, sizeof(value->buffer), "(%zu more)", row->others);
	return value->buffer;
}

/* The value's text; of a stack, none. */
static const char *value_text(const struct table *table, size_t f, const struct row *row,
			      struct field_value *value)
{
	const struct field *field = table->fields[f];
	const struct view *view = table->view;
	bool calls_only = row->inclusive && !row->stack->parts;

	if (is_stack(field))
		return "";
	if (!field_get(view->rows, row, field, value))
		return row->others ? rest_text(table, f, row, value) : "";
	switch (field->type) {
	case FIELD_TEXT:
		return value->text;
	case FIELD_ARROWS:
		return view_arrows(view, value->number, value->buffer);
	case FIELD_NUMBER:
		snprintf(value->buffer, sizeof(value->buffer), "%" PRIu64, value->number);
		break;
	case FIELD_ADDRESS:
		snprintf(value->buffer, sizeof(value->buffer), "%" PRIx64, value->number);
		break;
	case FIELD_CYCLES:
		if (!value->number)
			return "";
		return amount_cycles(view->rows->measure, value->number, value->buffer);
	case FIELD_LIFE:
		return amount_time(value->number, value->buffer);
	case FIELD_MARGIN:
	case FIELD_PART:
		snprintf(value->buffer, sizeof(value->buffer), "%.2f%%", 100 * value->real);
		break;
	case FIELD_PER_EXECUTION:
		snprintf(value->buffer, sizeof(value->buffer), "%.2f", value->real);
		break;
	case FIELD_SAMPLES:
		return view_samples(value->number, value->buffer);
	default:
		if (!value->number && !calls_only)
			return "";
		snprintf(value->buffer, sizeof(value->buffer), "%.2f%%",
			 100 * view_share(view, value->number));
	}
	return value->buffer;
}

const char *view_samples(uint64_t samples, char text[AMOUNT_TEXT])
{
	uint64_t whole = samples / PICS_SAMPLE + (samples % PICS_SAMPLE * 2 >= PICS_SAMPLE);

	return whole ? amount_number(whole, text) : strcpy(text, "<1");
}

/* Source lines stand in the columns of their instructions, and have as much as all at most. */
static size_t line_width(const struct view *view, const struct field *field)
{
	const bool sampled = chance_has(&view_total(view)->weight);
	const uint64_t samples = pics_weight_samples(&view_total(view)->weight);
	char text[AMOUNT_TEXT];

	if (!view->rows->annotated)
		return 0;
	if (field->type == FIELD_SHARE || (field->type == FIELD_MARGIN && sampled))
		return strlen("100.00%");
	if (field->type == FIELD_SAMPLES && samples)
		return strlen(view_samples(samples, text));
	return field->type == FIELD_CYCLES ?
	       strlen(amount_cycles(view->rows->measure, view_total(view)->parts, text)) : 0;
}

static uint64_t row_parts(const struct row *row)
{
	return (row->inclusive ? row->inclusive : row->stack)->parts;
}

/*
 * Is the row of little interest, so that its name takes nothing from the bars of others? Code is
 * read whole.
 */
static bool is_cold(const struct table *table, const struct row *row)
{
	uint64_t parts = row_parts(row);

	return !table->view->rows->annotated && view_share(table->view, parts) < SHARE_WARM &&
	       parts < table->full / BAR_SHORTEST;
}

static size_t value_width(const struct table *table, size_t f, const struct row *row)
{
	const struct term *term = table->view->term;
	const bool name = is_name(table->fields[f]);
	struct field_value value;
	const char *text = value_text(table, f, row, &value);
	size_t width = name ? term_name_width(term, text) : term_width(term, text);

	if (width > COLUMNS_NAME && name && is_cold(table, row))
		return COLUMNS_NAME;
	return width > WIDTH_FILE && !term->screen ? WIDTH_FILE : width;
}

/* The width of the values; 0 if no row has one. */
static size_t column_width(const struct table *table, size_t f)
{
	const struct view *view = table->view;
	char title_text[CATEGORY_TEXT];
	size_t widest = line_width(view, table->fields[f]), title;

	for (size_t i = 0; i < view->rows->count; i++) {
		size_t width = value_width(table, f, &view->rows->rows[i]);

		if (width > widest)
			widest = width;
	}
	title = strlen(field_title(view->rows, table->fields[f], title_text));
	return widest && widest < title ? title : widest;
}

static uint64_t largest(const struct rows *rows)
{
	uint64_t most = 0;

	for (size_t i = 0; i < rows->count; i++) {
		uint64_t parts = row_parts(&rows->rows[i]);

		if (parts > most && !rows->rows[i].others)
			most = parts;
	}
	return most;
}

/* The width of all columns but the stack's, with the blanks before each. */
static size_t columns_used(const struct table *table)
{
	size_t used = 4;

	for (size_t f = 0; table->fields[f]; f++)
		if (!is_stack(table->fields[f]))
			used += table->widths[f] + 2;
	return used;
}

/* On a narrow screen shares and their margins have to do. */
static bool is_spared(const struct field *field)
{
	return field->type == FIELD_CYCLES || field->type == FIELD_SAMPLES;
}

static void drop_column(struct table *table, enum field_type type)
{
	size_t kept = 0;

	for (size_t f = 0; table->fields[f]; f++) {
		if (table->fields[f]->type == type)
			continue;
		table->widths[kept] = table->widths[f];
		table->fields[kept++] = table->fields[f];
	}
	table->fields[kept] = NULL;
}

/* The view's columns, without those that no row has a value for. */
static void init_columns(struct table *table)
{
	const struct field *const *all = fields_text[fields_view(table->view->rows)];
	bool narrow = table->view->term->columns < TERM_NARROW;
	size_t kept = 0;

	memcpy(table->fields, all, sizeof(table->fields));
	for (size_t f = 0; all[f]; f++) {
		size_t width = column_width(table, f);

		if (!is_stack(all[f]) && (!width || (narrow && is_spared(all[f]))))
			continue;
		table->fields[kept] = all[f];
		table->widths[kept++] = width;
	}
	table->fields[kept] = NULL;
}

/* The columns of a line for names, beside a short bar; *@named: the names' widths. */
static size_t room_for_names(const struct table *table, size_t *named)
{
	size_t columns = table->view->term->columns, fixed;

	*named = 0;
	for (size_t f = 0; table->fields[f]; f++)
		*named += is_name(table->fields[f]) ? table->widths[f] : 0;
	fixed = columns_used(table) - *named + WORDS_LEAST +
		(table->view->rows->annotated ? BAR_LEAST_CODE : BAR_LEAST);
	return columns > fixed ? columns - fixed : 0;
}

/*
 * Names are cut where the line would not fit the screen, once the cycles left it to the share; operands
 * last of all, since code that was cut says nothing.
 */
static void fit_columns(struct table *table)
{
	size_t *names[FIELDS_TEXT_MAX], count = 0, named, room = room_for_names(table, &named);

	if (!table->view->term->screen)
		return;
	if (named > room) {
		drop_column(table, FIELD_CYCLES);
		room = room_for_names(table, &named);
	}
	if (named > room && table->view->rows->annotated) {
		drop_column(table, FIELD_SAMPLES);
		room = room_for_names(table, &named);
	}
	for (size_t f = 0; table->fields[f]; f++)
		if (is_name(table->fields[f]))
			names[count++] = &table->widths[f];
	columns_fit(names, count, room);
}

/* A column of the table, for its names. */
struct naming {
	const struct table *table;
	struct field_value value;
	size_t field;
};

static const char *name_of(void *context, size_t number)
{
	struct naming *naming = context;

	return value_text(naming->table, naming->field, &naming->table->view->rows->rows[number],
			  &naming->value);
}

/* Those that differ are to look different. */
static void tell_names(struct table *table, size_t f)
{
	struct naming naming = { .table = table, .field = f };

	namecolumn_fill(&table->names[f], table->view->term, table->view->rows->count,
			table->widths[f], name_of, &naming);
}

/* The width of the words of rows of interest. */
static size_t words_wanted(const struct table *table)
{
	const struct rows *rows = table->view->rows;
	size_t widest = WORDS_WANTED;

	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];
		size_t width = is_cold(table, row) ? 0 :
			       stackbar_words_width(&table->bar, row->inclusive ? row->inclusive :
						    row->stack);

		if (width > widest)
			widest = width;
	}
	return widest < WORDS_MOST ? widest : WORDS_MOST;
}

/*
 * The words get their width from the rest of the line, or half of the rest; the bar gets what
 * remains.
 */
static void share_columns(struct table *table)
{
	size_t used = columns_used(table), columns = table->view->term->columns;
	size_t left = columns > used ? columns - used : 0, words = words_wanted(table);

	if (words > left / 2)
		words = left / 2 > WORDS_WANTED ? left / 2 : WORDS_WANTED;
	if (left < words + BAR_LEAST)
		words = left > WORDS_LEAST + BAR_LEAST ? left - BAR_LEAST : WORDS_LEAST;
	table->bar_width = left > words + BAR_LEAST_CODE ? (unsigned int)(left - words) : BAR_LEAST_CODE;
	table->words_width = left > table->bar_width ? left - table->bar_width : 0;
}

void table_init(struct table *table, const struct view *view)
{
	*table = (struct table){ .view = view, .full = largest(view->rows) };
	stackbar_init(&table->bar, view->rows->measure->kind, pieces_split(view->rows->measure),
		      view_total(view));
	init_columns(table);
	fit_columns(table);
	share_columns(table);
	for (size_t f = 0; table->fields[f]; f++)
		if (is_name(table->fields[f]) && !view->rows->annotated)
			tell_names(table, f);
}

void table_deinit(struct table *table)
{
	for (size_t f = 0; f < FIELDS_TEXT_MAX; f++)
		namecolumn_deinit(&table->names[f]);
}

void table_put_heading(const struct table *table)
{
	const struct term *term = table->view->term;
	const size_t left = table->bar_width + table->words_width;
	char text[CATEGORY_TEXT];

	term_color(term, -1);
	fputs("#", term->file);
	for (size_t f = 0; table->fields[f]; f++) {
		const struct field *field = table->fields[f];
		const char *title = field_title(table->view->rows, field, text);

		fputs(f ? "  " : " ", term->file);
		if (table->fields[f + 1])
			term_pad(term, title, table->widths[f], is_right(field));
		else if (term->screen && is_stack(field) && term_width(term, title) > left)
			fprintf(term->file, "%.*s", (int)strcspn(title, ","), title);
		else
			term_put(term, title);
	}
	term_plain(term);
	fputc('\n', term->file);
}

/* Nothing is padded behind the last text of a line. */
static bool is_last(const struct table *table, const struct row *row, size_t f)
{
	const struct field *next = table->fields[f + 1];

	return !next || (is_stack(next) && !fields_stack(next, row)->parts);
}

/*
 * Shares stand out as perf's do; instructions without cycles are faint, and so are those that may
 * be chance.
 */
static void put_style(const struct view *view, const struct field *field, const struct row *row,
		      const struct field_value *value)
{
	double share = field->type == FIELD_SHARE ? view_share(view, value->number) : 0;

	if (!row->inclusive && (!row->stack->parts || view_hides(view, row->stack)))
		term_color(view->term, TERM_COLD);
	else if (share >= SHARE_WARM)
		term_color(view->term, share < SHARE_HOT ? COLOR_WARM : COLOR_HOT);
}

/* Rows of other tables than the view's are put with this one's columns, too. */
static const char *apart_text(const struct table *table, size_t f, const struct row *row)
{
	const struct rows *rows = table->view->rows;

	return row >= rows->rows && row < rows->rows + rows->count ?
	       namecolumn_text(&table->names[f], (size_t)(row - rows->rows)) : NULL;
}

static void put_text(const struct table *table, size_t f, const struct row *row, const char *text,
		     bool last)
{
	const struct term *term = table->view->term;
	const char *apart = apart_text(table, f, row);
	bool right = is_right(table->fields[f]);
	size_t width = table->widths[f];

	if (apart)
		term_pad(term, apart, last ? 0 : width, false);
	else if (is_name(table->fields[f]))
		term_put_name(term, text, width, !last);
	else
		term_pad(term, text, right || !last ? width : 0, right);
}

void table_put_row(const struct table *table, const struct row *row)
{
	const struct view *view = table->view;
	const struct term *term = view->term;

	for (size_t f = 0; table->fields[f]; f++) {
		const struct field *field = table->fields[f];
		const struct pics_stack *stack = fields_stack(field, row);
		struct field_value value = { .number = 0 };
		const char *text = value_text(table, f, row, &value);

		if (!is_stack(field)) {
			fputs("  ", term->file);
			put_style(view, field, row, &value);
			put_text(table, f, row, text, is_last(table, row, f));
			term_plain(term);
		} else if (stack->parts) {
			fputs("  ", term->file);
			/* All others are no bar beside those of one row each. */
			stackbar_draw(&table->bar, term, stack,
				      row->others ? UINT64_MAX : table->full, table->bar_width);
			fputs("  ", term->file);
			stackbar_words(&table->bar, term, stack, table->words_width);
		}
	}
	fputc('\n', term->file);
}
