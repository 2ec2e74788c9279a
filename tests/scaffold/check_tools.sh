#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The rule checkers find what they promise to find, and nothing in clean files.
set -euo pipefail
exec python3 "$(dirname "${BASH_SOURCE[0]}")/check_tools.py"
