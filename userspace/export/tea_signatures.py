# SPDX-License-Identifier: GPL-2.0-or-later
"""tea_signatures.py - TEA's samples with their signatures, for perf's own script command

    perf record -R -e tea// -- PROGRAM          (or: tea record -- PROGRAM)
    perf script -s tea_signatures.py

A line for each sample: time in seconds, thread, address, commit state, cycles from issue to data,
where the data came from, signature, and the function with the offset in it. A sample of several
instructions is shown as perf shows it: as the one that its record is of. Latency and source are
there where `tea record --mem` recorded them.

decode() is for scripts of one's own, with this directory on sys.path.
"""
import collections
import struct
import sys

VERSION = 2                     # TEA_RAW_VERSION
SLOTS = 4
HEAD = struct.Struct("<HHBBBBIQ4H4Q")       # struct tea_raw
MEMORY = struct.Struct("<4Q4Q")             # struct tea_raw_memory

EVENTS = ("DR-L1", "DR-TLB", "DR-SQ", "FL-MB", "FL-EX", "FL-MO", "ST-L1", "ST-TLB", "ST-LLC",
          "ST-CO")
STATES = ("compute", "drained", "stalled", "flushed")
KINDS = ("", "load", "store", "atomic")
SOURCES = ("unknown", "store queue", "L1", "line on its way", "LLC", "another hart's clean line",
           "another hart's modified line", "memory", "device", "line that another hart evicted")

HAS_ADDRESS = 1 << 2            # TEA_MEM_ADDR

# kind is one of KINDS; address, latency and source are None where they are not known.
Slot = collections.namedtuple("Slot", "number pc signature kind address latency source")
Sample = collections.namedtuple("Sample", "state privilege lost cycle picked slots")


class Newer(Exception):
    """The record is of a version that this script does not know."""


def signature_name(psv):
    """ST-L1+ST-LLC; Base without any event."""
    if psv >> len(EVENTS):
        return "unknown"
    return "+".join(name for bit, name in enumerate(EVENTS) if psv >> bit & 1) or "Base"


def _decode_slot(number, pc, psv, address, mem):
    source = mem >> 4 & 0xf
    return Slot(number, pc, signature_name(psv), KINDS[mem & 3],
                address if mem & HAS_ADDRESS else None, mem >> 32 or None,
                SOURCES[source] if 0 < source < len(SOURCES) else None)


def decode(raw):
    """A Sample of the bytes of a raw record; None where they are none of TEA's, or damaged."""
    if len(raw) < HEAD.size:
        return None
    version, size, state, privilege, mask, picked, lost, cycle, *rest = HEAD.unpack_from(raw)
    if version > VERSION:
        raise Newer("a raw record of version %d: use the script that came with the driver" % version)
    if version < VERSION or not HEAD.size <= size <= len(raw) or state >= len(STATES):
        return None
    if mask >> SLOTS or picked >= SLOTS or not mask >> picked & 1:
        return None
    memory = (0,) * (2 * SLOTS)
    if size >= HEAD.size + MEMORY.size:
        memory = MEMORY.unpack_from(raw, HEAD.size)
    slots = {number: _decode_slot(number, rest[SLOTS + number], rest[number], memory[number],
                                  memory[SLOTS + number])
             for number in range(SLOTS) if mask >> number & 1}
    return Sample(STATES[state], privilege, lost, cycle, picked, slots)


# The functions that perf calls, in its order.

shown = 0
others = 0


def trace_begin():
    print("#%14s %7s %18s %-8s %7s %-16s %-20s %s" %
          ("time", "tid", "address", "state", "latency", "source", "signature", "function"))


def process_event(event):
    global shown, others
    sample = event["sample"]
    try:
        tea = decode(event.get("raw_buf") or b"")
    except Newer as newer:
        if event["ev_name"].startswith("tea/"):
            sys.exit("tea_signatures.py: %s" % newer)
        tea = None
    if not tea:
        others += 1
        return
    shown += 1
    slot = tea.slots[tea.picked]
    function = "%s+0x%x" % (event["symbol"], event.get("symoff", 0)) if "symbol" in event else \
        "[%s]" % event.get("dso", "unknown").strip("[]")
    print("%8d.%06d %7d %18x %-8s %7s %-16s %-20s %s" %
          (sample["time"] // 10 ** 9, sample["time"] % 10 ** 9 // 1000, sample["tid"], slot.pc,
           tea.state, slot.latency or "-", slot.source or "-", slot.signature, function))


def trace_end():
    if not shown:
        sys.stderr.write("tea_signatures.py: none of %d samples has a raw record of TEA's: record with "
                         "'perf record -R -e tea//' or 'tea record'\n" % others)
