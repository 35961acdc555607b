/* SPDX-License-Identifier: GPL-2.0-or-later */
/* chain.S - the chain that make_chain wrote */
	.section .chain, "aw"
	.incbin "chain.bin"
