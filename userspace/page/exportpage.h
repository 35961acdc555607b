/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exportpage.h - the web page that tea export writes, as one of its formats
 */
#ifndef EXPORTPAGE_H
#define EXPORTPAGE_H

#include "export/export.h"

/* 0, or a negative errno with @fault filled. */
int export_html(const struct export *export, struct fault *fault);

#endif /* EXPORTPAGE_H */
