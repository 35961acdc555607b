/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compressed.h - 16-bit instructions to the 32-bit ones they stand for
 */
#ifndef TEA_COMPRESSED_H
#define TEA_COMPRESSED_H

#include <stdint.h>

/*
 * The 32-bit instruction with the same operation and registers; immediates are
 * left 0, since the model does not look at them. 0 if @bits is reserved.
 */
uint32_t tea_compressed_expand(uint16_t bits);

#endif /* TEA_COMPRESSED_H */
