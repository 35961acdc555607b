/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recording_formats.h - the formats that recordings are read from
 *
 * A new one is a reader here, and the place in recording.c that knows such a file.
 */
#ifndef RECORDING_FORMATS_H
#define RECORDING_FORMATS_H

#include "recording.h"

/* Read @recording's input. 0 or a negative errno with @fault filled. */
int recording_read_perf(struct recording *recording, struct fault *fault);
int recording_read_profile(struct recording *recording, struct fault *fault);
int recording_read_counts(struct recording *recording, struct fault *fault);
/* Then notes for views on a profile's run: how it ended, what it replaced. */
int recording_note_profile(struct recording *recording, struct fault *fault);

#endif /* RECORDING_FORMATS_H */
