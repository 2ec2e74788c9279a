// SPDX-License-Identifier: Apache-2.0
// What slowtell makes of the given files: read in this process, into a store of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "report/model.h"
#include "store/store.h"
#include "tests/case/case_file.h"
#include "tests/case/case_folder.h"

namespace slowtell::test {

struct Outcome {
  std::unique_ptr<Store> store;
  std::optional<Error> error;    // of reading or explaining
  std::optional<Report> report;  // only when the case asks for it
};

// Every given file is read, except *.sql and those that an argument names.
Outcome MakeOutcome(const CaseFile& file, const CaseFolder& folder);

}  // namespace slowtell::test
