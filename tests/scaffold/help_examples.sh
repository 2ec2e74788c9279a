#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every example of every verb's --help beside the shipped sample: help that does not work is worse
# than none. Exit codes 0 and 1 are answers; anything else is a failure.
set -uo pipefail
repo="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
build="$(cd "${SLOWTELL_BUILD:-$repo/build/release}" && pwd)"
export PATH="$build:$PATH"
# Sanitizer builds have no embedded engine, which the examples need.
if slowtell sql 'SELECT 1' --store "$(mktemp -d)/s" 2>&1 | grep -q 'no embedded SQL engine'; then
  echo 'skipped: this build has no embedded engine'
  exit 77
fi
failed=0 count=0
verbs="$(slowtell --help | sed -n '/^usage/,/^examples/s/^  \([a-z]*\) .*/\1/p')"
[ -n "$verbs" ] || { echo 'no verbs in slowtell --help'; exit 1; }
for verb in $verbs; do
  folder="$(mktemp -d)"
  cp "$repo"/samples/cold-start/traces.otlp.jsonl.gz "$folder"
  examples="$(slowtell "$verb" --help | grep '^  slowtell ')"
  [ -n "$examples" ] || { echo "slowtell $verb --help has no example"; failed=1; }
  while IFS= read -r example; do
    count=$((count + 1))
    (cd "$folder" && bash -c "$example" >out 2>err </dev/null)
    code=$?
    if [ "$code" -gt 1 ]; then
      echo "exit $code:$example"
      cat "$folder/err"
      failed=1
    fi
  done <<<"$examples"
  rm -rf "$folder"
done
echo "$count examples of $(wc -w <<<"$verbs") verbs"
exit "$failed"
