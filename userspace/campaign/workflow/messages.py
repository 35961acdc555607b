# SPDX-License-Identifier: GPL-2.0-or-later
"""Snakemake's messages as tea campaign tells them: a line for each job that ended."""
import os
import re
import sys
import time

from snakemake.logging import logger

logger.log_handler = []  # its own text: what is told here is all

# What is told of the job as it ends.
OF_JOBS = ("Exiting because a job execution failed", "Error executing rule ")

NAMES = {}
BATCH = os.environ.get("TEA_CAMPAIGN_BATCH", "")  # 3/20, where there are several
BATCH = f"batch {BATCH} " if BATCH else ""
KEYS = {}
STATE = {"begin": time.monotonic(), "ended": 0, "total": 0}


def read_names():
    with open("plan.tsv", encoding="utf-8") as plan:
        for line in plan:
            fields = line.split("\t", 5)
            NAMES[fields[0]] = fields[4]


def time_left():
    """As those that ended took."""
    left = STATE["total"] - STATE["ended"]
    seconds = (time.monotonic() - STATE["begin"]) / max(STATE["ended"], 1) * left
    if not left:
        return ""
    return f", about {seconds / 60:.0f} min left" if seconds >= 90 else f", about {seconds:.0f} s left"


def last_lines(key):
    """Two of its log: the reason, and who gave up for it."""
    try:
        with open(f"logs/{key}", encoding="utf-8", errors="replace") as log:
            lines = [line.strip() for line in log if line.strip()]
    except OSError:
        lines = []
    return "; ".join(lines[-2:]) or "it said nothing"


def tell_end(key, verdict):
    STATE["ended"] += 1
    width = len(str(STATE["total"]))
    print(f"{BATCH}[{STATE['ended']:{width}}/{STATE['total']}] {NAMES.get(key, key):40} {verdict}{time_left()}",
          file=sys.stderr, flush=True)


def log_handler(msg):
    level = msg["level"]
    if level == "run_info":
        read_names()
        STATE["total"] = int(re.search(r"^total +([0-9]+)", msg["msg"], re.MULTILINE)[1]) - 1
    elif level == "job_info" and msg["name"] == "job":
        KEYS[msg["jobid"]] = msg["wildcards"]["key"]
    elif level == "job_finished" and msg["jobid"] in KEYS:
        tell_end(KEYS.pop(msg["jobid"]), "done")
    elif level == "job_error" and msg["jobid"] in KEYS:
        key = KEYS.pop(msg["jobid"])
        tell_end(key, f"FAILED: {last_lines(key)}")
    elif level == "error" and not msg["msg"].startswith(OF_JOBS):
        print(f"tea campaign: {msg['msg']}", file=sys.stderr, flush=True)
