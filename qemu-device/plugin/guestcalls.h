/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guestcalls.h - numbers of Linux's system calls on riscv64, those that the plugin looks at
 */
#ifndef TEA_GUESTCALLS_H
#define TEA_GUESTCALLS_H

#define SYS_DUP3	24
#define SYS_IOCTL	29
#define SYS_CLOSE	57
#define SYS_READ	63
#define SYS_WRITE	64
#define SYS_READV	65
#define SYS_WRITEV	66
#define SYS_SENDFILE	71
#define SYS_SPLICE	76
#define SYS_EXIT	93
#define SYS_EXIT_GROUP	94
#define SYS_KILL	129
#define SYS_TKILL	130
#define SYS_TGKILL	131
#define SYS_RT_SIGACTION 134
#define SYS_RT_SIGQUEUEINFO 138
#define SYS_MUNMAP	215
#define SYS_MREMAP	216
#define SYS_CLONE	220
#define SYS_EXECVE	221
#define SYS_MMAP	222
#define SYS_RT_TGSIGQUEUEINFO 240
#define SYS_EXECVEAT	281
#define SYS_CLOSE_RANGE	436

/* Flags of SYS_CLONE. */
#define FLAG_CLONE_VM	0x00000100
#define FLAG_CLONE_VFORK 0x00004000
#define FLAG_CLONE_THREAD 0x00010000

#endif /* TEA_GUESTCALLS_H */
