// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * passvector.c - the way through the abstract core, with vectors: see abstractpass.h
 *
 * On x86-64 it is compiled for AVX2 (module.mk), which not every processor has.
 */
#define TEA_OCTET_VECTOR 1
#include "abstractpass.h"

void tea_pass_vector(struct tea_abstract *abstract, const struct tea_summary *summaries,
		     unsigned int count)
{
	pass_any(abstract, summaries, count);
}

bool tea_pass_has_vectors(void)
{
#ifdef __AVX2__
	return __builtin_cpu_supports("avx2");
#else
	return true;
#endif
}
