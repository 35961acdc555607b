#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""example-profile.py - a profile for tea, written without it: docs/profile-format.md

    example-profile.py PROGRAM TRACE > FILE

PROGRAM is a static RISC-V program. TRACE has a line for each cycle: the address of the instruction
that the cycle went to, and the events that hit it, as "0x10204 ST-L1 ST-LLC" or "0x10208".
"""
import collections
import json
import os
import struct
import sys

EVENTS = ["DR-L1", "DR-TLB", "DR-SQ", "FL-MB", "FL-EX", "FL-MO", "ST-L1", "ST-TLB", "ST-LLC"]
STATE_UNKNOWN = 4
PT_LOAD = 1


def mappings(path):
    """What a static program has where, by its program headers."""
    with open(path, "rb") as file:
        elf = file.read()
    offset, = struct.unpack_from("<Q", elf, 32)
    size, count = struct.unpack_from("<HH", elf, 54)
    for i in range(count):
        kind, _, at, start, _, length = struct.unpack_from("<IIQQQQ", elf, offset + i * size)
        if kind == PT_LOAD and length:
            yield {"start": hex(start), "end": hex(start + length), "offset": hex(at),
                   "path": os.path.abspath(path)}


def main(program, trace):
    cycles = collections.Counter()
    with open(trace) as lines:
        for line in lines:
            address, *events = line.split()
            cycles[int(address, 16), sum(1 << EVENTS.index(event) for event in events)] += 1
    json.dump({
        "tea_profile": 1, "writer": "example-profile.py", "parts_per_cycle": 1,
        "command": [program], "config": {}, "period": 1, "total_cycles": cycles.total(),
        "samples": 0, "lost": 0, "mappings": list(mappings(program)),
        "golden": [[hex(address), signature, STATE_UNKNOWN, 0, parts]
                   for (address, signature), parts in sorted(cycles.items())],
    }, sys.stdout)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: example-profile.py PROGRAM TRACE > FILE")
    main(*sys.argv[1:])
