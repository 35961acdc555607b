# SPDX-License-Identifier: GPL-2.0-or-later
CHECKS += tests/tree/circles tests/tree/layout tests/tree/run-verdicts
