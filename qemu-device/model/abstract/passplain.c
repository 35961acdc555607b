// SPDX-License-Identifier: GPL-2.0-or-later
/* passplain.c - the way through the abstract core, in plain C: see abstractpass.h */
#define TEA_OCTET_VECTOR 0
#include "abstractpass.h"

void tea_pass_plain(struct tea_abstract *abstract, const struct tea_summary *summaries,
		    unsigned int count)
{
	pass_any(abstract, summaries, count);
}
