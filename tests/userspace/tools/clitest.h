/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clitest.h - headers of every cmocka test of the tea command, in cmocka's order
 */
#ifndef CLITEST_H
#define CLITEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif /* CLITEST_H */
