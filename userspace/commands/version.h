/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * version.h - the version of the command
 */
#ifndef VERSION_H
#define VERSION_H

#define TEA_VERSION	"0.2"

#endif /* VERSION_H */
