/*
 * How a user program ended: see qemu/tea-exit.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/tea-exit.h"

static int exit_code;

void tea_exit_set_code(int code)
{
    exit_code = code;
}

int qemu_tea_exit_code(void)
{
    return exit_code;
}
