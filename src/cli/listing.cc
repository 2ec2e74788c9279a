// SPDX-License-Identifier: Apache-2.0
// See listing.h.
#include "cli/listing.h"

#include <algorithm>

#include "report/terminal/text_layout.h"

namespace slowtell::cli {
namespace {
constexpr int kWidth = 100;
}  // namespace

std::string Listing(const std::string& heading, const std::vector<ListItem>& items) {
  int widest = 0;
  for (const ListItem& item : items) widest = std::max(widest, report::DisplayWidth(item.name));
  std::string text = heading + "\n";
  for (const ListItem& item : items) {
    const std::string first = "  " + report::PadRight(item.name, widest) + "  ";
    for (const std::string& line : report::Wrap(item.text, first, kWidth)) text += line + "\n";
  }
  return text;
}

}  // namespace slowtell::cli
