/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sensitivitypage.h - which resources of the core limit a program, as a web page
 *
 * One file that asks no network: its data is the JSON of view_sensitivity_json().
 */
#ifndef SENSITIVITYPAGE_H
#define SENSITIVITYPAGE_H

#include "text/view_sensitivity.h"

void sensitivitypage_put(const struct view_sensitivity *view);

#endif /* SENSITIVITYPAGE_H */
