#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Follows the worked example of CONTRIBUTING.md to the letter in a scratch copy of the repository:
# scaffold, fill in the files printed there, build, run the cases. Fails when the text and the code have
# drifted apart, or when a file outside the new folder had to change.
set -euo pipefail
repo="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT

step() { printf -- '-- %s\n' "$*"; }
# The output of a command is shown when it fails.
quietly() { "$@" >"$copy.log" 2>&1 || { tail -60 "$copy.log"; rm -f "$copy.log"; return 1; }; rm -f "$copy.log"; }

step 'copy the repository'
cd "$repo"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  # shellcheck disable=SC2016
  git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'for f; do [ -e "$f" ] && printf "%s\0" "$f"; done' sh
else
  find . -path ./build -prune -o -type f -print0
fi | tar --null -T - -cf - | tar -xf - -C "$copy"
cd "$copy"
git init -q . && git add -A && git -c user.name=check -c user.email=check@localhost commit -q -m copy

name="$(sed -n 's/^tools\/new cause \([a-z_]*\)$/\1/p' CONTRIBUTING.md | head -1)"
[ -n "$name" ] || { echo 'CONTRIBUTING.md has no line "tools/new cause NAME"'; exit 1; }

# The copy has the same shape as the repository, so ccache recognises what was compiled before.
export CCACHE_BASEDIR="$copy" CCACHE_NOHASHDIR=1
# The preset of the build that runs this test; any other build folder has no preset of its name.
preset="$(basename "${SLOWTELL_BUILD:-gcc}")"
cmake --list-presets | grep -q "\"$preset\"" || preset=gcc
build() {
  quietly cmake --preset "$preset" -DSLOWTELL_TESTS=ON
  quietly cmake --build --preset "$preset" -j "$(nproc)" --target slowtell_tests slowtell
}
run_cases() { "build/$preset/slowtell_tests" --gtest_filter="*$name*" >cases.log 2>&1; }
ran() { sed -n 's/^\[=*\] \([0-9]*\) tests\{0,1\} from .* ran.*/\1/p' cases.log; }

step "tools/new cause $name: the cases of an unfinished folder fail"
quietly tools/new cause "$name"
build
if run_cases; then echo 'the cases of the empty scaffold pass'; cat cases.log; exit 1; fi
[ "$(ran)" -ge 3 ] || { echo 'fewer than three cases ran'; cat cases.log; exit 1; }

step 'fill in the files of CONTRIBUTING.md'
python3 tests/scaffold/extract_example.py CONTRIBUTING.md .
build
run_cases || { cat cases.log; exit 1; }
printf '   %s cases pass\n' "$(ran)"

step 'the rules hold in the new folder'
rules() { tools/check_layers; tools/check_sql; tools/check_folders; }
broken="$(rules | grep -A1 "^src/cause/$name" || true)"
[ -z "$broken" ] || { printf '%s\n' "$broken"; exit 1; }
find "src/cause/$name" -name '*.cc' -print0 | xargs -0 clang-format-14 --dry-run --Werror

step 'the program knows the cause'
"build/$preset/slowtell" causes | grep "$name"

step 'nothing outside the new folder changed'
outside="$(git status --porcelain --untracked-files=all | grep -v -e " src/cause/$name/" -e ' cases.log$' || true)"
[ -z "$outside" ] || { printf 'changed outside the folder:\n%s\n' "$outside"; exit 1; }
