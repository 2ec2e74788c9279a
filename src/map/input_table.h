// SPDX-License-Identifier: Apache-2.0
// The input file of a mapping as tables of the store. The person's SQL then runs read-only and can
// reach this file and nothing else on the machine: in read-only mode the engine refuses file()
// itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "map/placeholder.h"
#include "store/store.h"

namespace slowtell::map {

// "traces.csv.gz" -> "CSVWithNames"; empty when the extension says nothing.
std::string_view FormatByExtension(std::string_view path);

// Exists as long as this object.
class InputTables {
 public:
  static Result<InputTables> Create(Store& store, const std::string& data_path,
                                    const std::vector<InputUse>& inputs);
  InputTables(InputTables&& other) noexcept;
  InputTables& operator=(InputTables&&) = delete;
  ~InputTables();

 private:
  explicit InputTables(Store& store) : store_(&store) {}
  Result<void> Add(const std::string& path, const InputUse& use);

  Store* store_;
  std::vector<std::string> tables_;
};

}  // namespace slowtell::map
