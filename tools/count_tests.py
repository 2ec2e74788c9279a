#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds up the tests of one verbose ctest log and prints shell assignments for ./check.

usage: count_tests.py LOG

ctest sees a GoogleTest program as one test; what people want to know is how many tests ran inside it.
A program that died before its summary counts as one failure on top of what it had passed.
"""
import re
import sys
from collections import defaultdict

RESULT = re.compile(r"^ *\d+/\d+ Test +#(\d+): (\S+) \.*\s*\**(Passed|Skipped|Failed|Timeout|Not Run|Exception.*?|.*?) +[\d.]+ sec")
INNER = re.compile(r"^(\d+): \[ +(OK|FAILED|SKIPPED) +\] ([\w./<>-]+)(?:, where .*)? \(\d+ ms\)")


def count(lines):
    inner = defaultdict(lambda: {"OK": 0, "FAILED": 0, "SKIPPED": 0})
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for line in lines:
        if match := INNER.match(line):
            inner[match[1]][match[2]] += 1
        elif match := RESULT.match(line):
            number, name, result = match.groups()
            seen = inner[number] if name.endswith("_tests") else None
            if seen and sum(seen.values()):
                total["passed"] += seen["OK"]
                total["skipped"] += seen["SKIPPED"]
                total["failed"] += seen["FAILED"] or int(result not in ("Passed", "Skipped"))
            elif result in ("Passed", "Skipped"):
                total[result.lower()] += 1
            else:
                total["failed"] += 1
    return total


def main():
    with open(sys.argv[1], errors="replace") as log:
        total = count(log)
    print("; ".join(f"{name}=$(({name} + {n}))" for name, n in total.items()))


main()
