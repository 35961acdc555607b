// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * exportformats.c - names, properties and functions of the formats; see exportformats.h
 */
#include "exportformats.h"

#include "page/exportpage.h"

const char *const export_format_names[EXPORT_COUNT + 1] = {
#define EXPORT_X(id, name, callers, binary, executions, function) [EXPORT_##id] = name,
	EXPORT_FORMATS(EXPORT_X)
#undef EXPORT_X
};

static const struct {
	bool callers, binary, executions;
	int (*put)(const struct export *export, struct fault *fault);
} formats[EXPORT_COUNT] = {
#define EXPORT_X(id, name, callers, binary, executions, function) \
	[EXPORT_##id] = { callers, binary, executions, function },
	EXPORT_FORMATS(EXPORT_X)
#undef EXPORT_X
};

bool export_has_callers(enum export_format format)
{
	return formats[format].callers;
}

bool export_is_binary(enum export_format format)
{
	return formats[format].binary;
}

bool export_has_executions(enum export_format format)
{
	return formats[format].executions;
}

int export_put(const struct export *export, enum export_format format, struct fault *fault)
{
	return formats[format].put(export, fault);
}
