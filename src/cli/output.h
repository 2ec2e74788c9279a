// SPDX-License-Identifier: Apache-2.0
// Where results and messages go. stdout carries results only, so that it can be piped; everything
// said to the person goes to stderr.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace slowtell::cli {

// Writes to stdout. A reader that went away (`| head`) is not an error.
Result<void> WriteStdout(std::string_view text);

// Writes a file completely or not at all: a temporary file beside it, then a rename. What is no
// regular file (/dev/stdout, a pipe) is written to directly. An empty path or "-" is stdout.
Result<void> WriteResult(const std::string& path, std::string_view text);

// WriteStdout for commands that only print: the exit code.
int Print(std::string_view text);

// To stderr as it is.
void PrintError(std::string_view text);

// "slowtell: note: ..." to stderr.
void Note(std::string_view text);

// "slowtell: what: why (where)" and the hint to stderr; returns the exit code of its kind.
int ReportError(const Error& error);

}  // namespace slowtell::cli
