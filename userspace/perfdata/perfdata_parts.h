/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perfdata_parts.h - shared by the parts of perfdata only
 *
 * The header (perfdata.c) asks for attributes (perfdata_attrs.c) and features
 * (perfdata_features.c); records (perfdata_records.c) may bring both, as perf's own
 * (perfdata_own.c).
 */
#ifndef PERFDATA_PARTS_H
#define PERFDATA_PARTS_H

#include "perfdata.h"

#define PERFDATA_AGAIN	"record again"

/* Zeroed memory that lives until perfdata_close(), or NULL. */
void *perfdata_keep(struct perfdata *perfdata, size_t size);
void perfdata_forget(struct perfdata *perfdata);

/* One perf_event_attr; @cursor is all of it. */
int perfdata_add_attr(struct perfdata *perfdata, struct cursor *cursor, struct fault *fault);
/* Stream ids, 64 bits each, of attribute number @attr. */
int perfdata_add_ids(struct perfdata *perfdata, struct cursor ids, uint32_t attr,
		     struct fault *fault);
/* After the last attribute or id: sorts, and checks that records identify their events. */
int perfdata_check_attrs(struct perfdata *perfdata, struct fault *fault);

/* The feature sections behind the data, at @offset. */
int perfdata_read_features(struct perfdata *perfdata, const uint64_t features[4],
			   uint64_t offset, struct fault *fault);
/* One feature, by its bit; @section is copied. */
int perfdata_read_feature(struct perfdata *perfdata, uint64_t bit, struct cursor section,
			  struct fault *fault);
/* A BUILD_ID record or entry: @payload follows its header. -EINVAL or -ENOMEM. */
int perfdata_add_build_id(struct perfdata *perfdata, uint16_t misc, struct cursor payload);
/* Gives attributes the names of their PMUs. */
void perfdata_name_pmus(struct perfdata *perfdata);

/* perf's own records: those of pipe mode, and those longer than their size. */
int perfdata_read_own(struct perfdata *perfdata, const struct stream_record *record,
		      struct cursor payload, struct fault *fault);

#endif /* PERFDATA_PARTS_H */
