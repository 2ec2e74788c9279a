# SPDX-License-Identifier: Apache-2.0
"""Writes the files printed in a Markdown page: a line `**path/to/file**` followed by a fenced block.

usage: extract_example.py PAGE.md TARGET_DIR
"""
import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^\*\*`(src/[\w./]+)`\*\*\n\n(`{3,4})\w*\n(.*?)^\2$", re.M | re.S)


def main():
    page, target = Path(sys.argv[1]), Path(sys.argv[2])
    files = BLOCK.findall(page.read_text())
    if not files:
        sys.exit(f"{page}: no file blocks (**`src/...`** and a fenced block below)")
    for name, _, text in files:
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        print(f"   {name}")


main()
