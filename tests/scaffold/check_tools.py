# SPDX-License-Identifier: Apache-2.0
"""Each rule of tools/check_* is shown one violation in a small repository made for it."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
HEADER = "-- Answers: which requests are slow.\n-- Reads: requests. Returns: id. Parameters: none.\n"


def run(tool, files):
    """Runs a checker over a scratch repository; returns (exit code, output)."""
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "src").mkdir()
        for name, text in files.items():
            path = Path(scratch) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([ROOT / "tools" / tool, scratch], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class Case(unittest.TestCase):
    def flagged(self, tool, files, where, what):
        code, out = run(tool, files)
        self.assertEqual(code, 1, out)
        self.assertRegex(out, rf"(?m)^{re.escape(where)}: .*{what}.*\n  remedy: \S")

    def clean(self, tool, files):
        code, out = run(tool, files)
        self.assertEqual(code, 0, out)


class Layers(Case):
    def include(self, path, header):
        return {path: f'{SPDX}#include "{header}"\n'}

    def test_downwards_is_clean(self):
        self.clean("check_layers", self.include("src/cause/a/cause.cc", "cause/cause.h"))
        self.clean("check_layers", self.include("src/cause/a/cause.cc", "cause/a/fit.h"))
        self.clean("check_layers", self.include("src/ingest/otlp/importer.cc", "ingest/importer.h"))

    def test_a_cause_may_not_include_a_cause(self):
        self.flagged("check_layers", self.include("src/cause/a/cause.cc", "cause/b/fit.h"),
                     "src/cause/a/cause.cc:2", "may not include cause/b/fit.h")

    def test_an_importer_may_not_include_an_importer_or_the_store(self):
        self.flagged("check_layers", self.include("src/ingest/a/importer.cc", "ingest/b/lines.h"),
                     "src/ingest/a/importer.cc:2", "may not include")
        self.flagged("check_layers", self.include("src/ingest/a/importer.cc", "store/store.h"),
                     "src/ingest/a/importer.cc:2", "may not include")

    def test_upwards_is_refused(self):
        self.flagged("check_layers", self.include("src/base/text.h", "store/store.h"),
                     "src/base/text.h:2", "may not include")
        self.flagged("check_layers", self.include("src/report/json/render.cc", "store/store.h"),
                     "src/report/json/render.cc:2", "may not include")

    def test_a_new_folder_must_be_in_the_picture(self):
        self.flagged("check_layers", self.include("src/extra/x.cc", "base/text.h"), "src/extra/x.cc:1", "no layer")

    def test_libraries_stay_in_their_place(self):
        self.flagged("check_layers", {"src/cause/a/cause.cc": SPDX + "auto x = chdb_connect(1);\n"},
                     "src/cause/a/cause.cc:2", "libchdb outside")
        self.flagged("check_layers", {"src/answer/a.cc": SPDX + "#include <CLI/CLI.hpp>\n"},
                     "src/answer/a.cc:2", "CLI11 outside")
        self.clean("check_layers", {"src/store/chdb_store.cc": SPDX + "auto x = chdb_connect(1);\n"})
        self.clean("check_layers", {"src/base/a.cc": SPDX + "// like chdb_connect(1)\n"})


class Sql(Case):
    NAME = "src/cause/a/rows.sql"

    def statement(self, sql):
        return {self.NAME: HEADER + sql}

    def test_clean(self):
        for sql in ("SELECT id FROM requests ORDER BY id\n",
                    "SELECT count() AS n, sum(duration_ns) AS total FROM requests\n",
                    "SELECT arraySort(groupArray(id)) AS ids, route FROM requests GROUP BY route ORDER BY route\n",
                    "SELECT arraySort(x -> x.1, groupArray((id, name))) AS ids FROM r GROUP BY k ORDER BY k\n",
                    "WITH a AS (SELECT id FROM requests) SELECT id FROM a ORDER BY id\n",
                    "SELECT id FROM (SELECT id, k FROM r ORDER BY d, id LIMIT 1 BY k) ORDER BY id\n",
                    "SELECT 2 * id AS x FROM requests ORDER BY id -- now() in a comment\n",
                    "SELECT 'now()' AS x FROM requests ORDER BY id\n"):
            with self.subTest(sql=sql):
                self.clean("check_sql", self.statement(sql))

    def test_flagged(self):
        for sql, what in (("SELECT * FROM requests ORDER BY id\n", r"SELECT \*"),
                          ("SELECT now() AS t FROM r ORDER BY t\n", "clock"),
                          ("SELECT any(id) AS x FROM r GROUP BY k ORDER BY k\n", "arbitrary"),
                          ("SELECT anyLast(id) AS x FROM r GROUP BY k ORDER BY k\n", "arbitrary"),
                          ("SELECT groupArray(id) AS x FROM r GROUP BY k ORDER BY k\n", "no order"),
                          ("SELECT quantile(0.5)(d) AS x FROM r\n", "quantile"),
                          ("SELECT quantileTDigest(0.5)(d) AS x FROM r\n", "quantile"),
                          ("SELECT id FROM (SELECT id, k FROM r LIMIT 1 BY k) ORDER BY id\n", "LIMIT BY"),
                          ("SELECT id FROM requests\n", "no ORDER BY"),
                          ("SELECT k, count() AS n FROM r GROUP BY k\n", "no ORDER BY"),
                          ("SELECT id FROM (SELECT id FROM r ORDER BY id)\n", "no ORDER BY"),
                          ("SELECT 1 AS x; SELECT 2 AS y\n", "more than one statement"),
                          ("SELECT id FROM r ORDER BY id" + " " * 90 + "-- far\n", "columns")):
            with self.subTest(sql=sql):
                code, out = run("check_sql", self.statement(sql))
                self.assertEqual(code, 1, out)
                self.assertRegex(out, rf"{re.escape(self.NAME)}:\d+: .*{what}")

    def test_header(self):
        self.flagged("check_sql", {self.NAME: "SELECT 1 AS x\n"}, f"{self.NAME}:1", "no header")
        self.flagged("check_sql", {self.NAME: "-- Answers: x. Reads: y.\nSELECT 1 AS x\n"}, f"{self.NAME}:1", "returns")


class Folders(Case):
    README = "# a: one line\n\n" + "word " * 50 + "\n"

    def cause(self, verdicts=("found", "ruled_out", "not_enough_data"), **extra):
        files = {"src/cause/a/cause.cc": SPDX, "src/cause/a/rows.sql": HEADER, "src/cause/a/README.md": self.README}
        files |= {f"src/cause/a/cases/{v}.case": f"### given spans\n### expect verdict a\n{v}\n" for v in verdicts}
        return files | extra

    def test_complete_folder_is_clean(self):
        self.clean("check_folders", self.cause())

    def test_what_is_missing_is_named(self):
        for drop, what in (("src/cause/a/cause.cc", "no cause.cc"), ("src/cause/a/README.md", "no README"),
                           ("src/cause/a/rows.sql", "no evidence SQL")):
            files = self.cause()
            del files[drop]
            self.flagged("check_folders", files, "src/cause/a:1", what)
        self.flagged("check_folders", self.cause(verdicts=("found",)), "src/cause/a:1", "no case expects ruled_out")

    def test_importers_and_doubts_need_cases(self):
        self.flagged("check_folders", {"src/ingest/x/importer.cc": SPDX, "src/ingest/x/README.md": self.README},
                     "src/ingest/x:1", "0 cases")
        self.flagged("check_folders", {"src/doubt/x/doubt.cc": SPDX, "src/doubt/x/README.md": self.README,
                                       "src/doubt/x/rows.sql": HEADER}, "src/doubt/x:1", "0 cases")

    def body(self, lines):
        return SPDX + "namespace a {\nint F(int x) {\n" + "  x++;\n" * lines + "  return x;\n}\n}  // namespace a\n"

    def test_long_functions(self):
        self.clean("check_folders", {"src/base/f.cc": self.body(57)})
        self.flagged("check_folders", {"src/base/f.cc": self.body(58)}, "src/base/f.cc:3", "function of 61 lines")

    def test_function_measure_is_not_fooled(self):
        text = (SPDX + "struct S {\n  S(int a, int b)\n      : a_{a},\n        b_(b) {\n" + "    Call({1, 2});\n" * 60 +
                "  }\n  int a_ = 0;\n};\nconst char* k = R\"(\n" + "}{\n" * 70 + ")\";\nint t[] = {\n" + "  1,\n" * 70 + "};\n")
        code, out = run("check_folders", {"src/base/f.cc": text})
        self.assertEqual(code, 1, out)
        self.assertEqual(out.count("a function of"), 1, out)

    def test_sizes_and_leftovers(self):
        self.flagged("check_folders", {"src/base/f.h": SPDX + "\n" * 400}, "src/base/f.h:401", "401 lines")
        self.flagged("check_folders", {"src/base/f.h": SPDX + "// TO" + "DO: later\n"}, "src/base/f.h:2", "left-over")
        self.flagged("check_folders", {"README.md": "see /ro" + "ot/x\n"}, "README.md:1", "machine")
        self.flagged("check_folders", {"src/base/f.h": "int x;\n"}, "src/base/f.h:1", "licence")


class CountTests(unittest.TestCase):
    def count(self, log):
        with tempfile.NamedTemporaryFile("w", suffix=".log") as file:
            file.write(log)
            file.flush()
            return subprocess.check_output([sys.executable, ROOT / "tools" / "count_tests.py", file.name], text=True).strip()

    def test_inner_tests_replace_the_program(self):
        log = ("1: [       OK ] A.b (0 ms)\n1: [  SKIPPED ] A.c (0 ms)\n1: [  FAILED  ] A.d (1 ms)\n"
               "1: [  FAILED  ] A.d\n1/2 Test #1: slowtell_tests ...***Failed   0.1 sec\n"
               "2/2 Test #2: check_tools ......   Passed    0.1 sec\n")
        self.assertEqual(self.count(log), "passed=$((passed + 2)); failed=$((failed + 1)); skipped=$((skipped + 1))")

    def test_a_crash_counts(self):
        log = "1: [       OK ] A.b (0 ms)\n1/1 Test #1: slowtell_tests ...***Exception: SegFault  0.1 sec\n"
        self.assertEqual(self.count(log), "passed=$((passed + 1)); failed=$((failed + 1)); skipped=$((skipped + 0))")


unittest.main(verbosity=1)
