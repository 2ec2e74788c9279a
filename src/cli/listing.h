// SPDX-License-Identifier: Apache-2.0
// Lists of things with one sentence each, for the verbs that list.
#pragma once

#include <string>
#include <vector>

namespace slowtell::cli {

struct ListItem {
  std::string name;
  std::string text;
};

// "  name    sentence", wrapped under itself at 100 columns.
std::string Listing(const std::string& heading, const std::vector<ListItem>& items);

}  // namespace slowtell::cli
