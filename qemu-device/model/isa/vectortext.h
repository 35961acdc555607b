/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vectortext.h - vector instructions as text, a part of insntext.h
 */
#ifndef TEA_VECTORTEXT_H
#define TEA_VECTORTEXT_H

#include "insntext.h"

/* tea_insn_text() of vector instructions and the vset family. */
bool tea_vector_text(struct tea_insn_text *text, uint32_t bits);

#endif /* TEA_VECTORTEXT_H */
