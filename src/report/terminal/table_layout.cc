// SPDX-License-Identifier: Apache-2.0
// See table_layout.h.
#include "report/terminal/table_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "report/terminal/text_layout.h"

namespace slowtell::report {
namespace {

constexpr int kGap = 2;
constexpr int kLeastColumn = 8;   // a text column is not cut below this
constexpr size_t kMostRows = 60;  // the JSON report has all of them

using TextRows = std::vector<std::vector<std::string>>;

std::string CellText(const Cell& cell) {
  if (const auto* whole = std::get_if<int64_t>(&cell)) return WithThousands(*whole);
  if (const auto* real = std::get_if<double>(&cell)) return HumanNumber(*real);
  return Harmless(std::get<std::string>(cell));
}

// Header and rows, each row as long as the header.
TextRows AsText(const MeasureTable& table) {
  TextRows rows(1);
  for (const std::string& name : table.columns) rows[0].push_back(Harmless(name));
  for (const auto& row : table.rows) {
    if (rows.size() > kMostRows) break;
    std::vector<std::string>& cells = rows.emplace_back();
    for (const Cell& cell : row) cells.push_back(CellText(cell));
    cells.resize(table.columns.size());
  }
  return rows;
}

bool IsText(const MeasureTable& table, size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(), [column](const auto& row) {
    return column < row.size() && std::holds_alternative<std::string>(row[column]);
  });
}

std::vector<int> Widths(const TextRows& rows) {
  std::vector<int> widths(rows[0].size(), 0);
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  }
  return widths;
}

int Total(const std::vector<int>& widths) {
  return std::accumulate(widths.begin(), widths.end(), 0) +
         kGap * (static_cast<int>(widths.size()) - 1);
}

// Takes columns away from the widest text column until the table fits. False: it cannot.
bool Shrink(std::vector<int>& widths, const MeasureTable& table, int width) {
  while (Total(widths) > width) {
    size_t widest = widths.size();
    for (size_t i = 0; i < widths.size(); ++i) {
      if (!IsText(table, i) || widths[i] <= kLeastColumn) continue;
      if (widest == widths.size() || widths[i] > widths[widest]) widest = i;
    }
    if (widest == widths.size()) return false;
    widths[widest] = std::max(kLeastColumn, widths[widest] - (Total(widths) - width));
  }
  return true;
}

std::vector<std::string> Aligned(const MeasureTable& table, const TextRows& rows,
                                 const std::vector<int>& widths, const std::string& indent) {
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string line = indent;
    for (size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line.append(kGap, ' ');
      const std::string cell = CutTo(row[i], widths[i]);
      line += IsText(table, i) ? PadRight(cell, widths[i]) : PadLeft(cell, widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> AsParagraphs(const TextRows& rows, const std::string& indent, int width) {
  std::vector<std::string> lines;
  for (size_t r = 1; r < rows.size(); ++r) {
    std::vector<std::string> parts;
    for (size_t i = 0; i < rows[r].size(); ++i) parts.push_back(rows[0][i] + ": " + rows[r][i]);
    for (std::string& line : Wrap(Join(parts, ", "), indent, width))
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::string HumanNumber(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  if (size >= 1e15) return Fixed(value, 0);
  if (value == std::trunc(value) || size >= 999.5) return WithThousands(std::llround(value));
  if (size >= 99.95) return Fixed(value, 0);
  if (size >= 9.995) return Fixed(value, 1);
  if (size >= 0.9995) return Fixed(value, 2);
  if (size >= 0.0005) return Fixed(value, 3);
  return "under 0.001";
}

std::vector<std::string> LayOutTable(const MeasureTable& table, int indent, int width) {
  if (table.columns.empty() || table.rows.empty()) return {};
  const TextRows rows = AsText(table);
  const std::string spaces(static_cast<size_t>(indent), ' ');
  std::vector<int> widths = Widths(rows);
  const bool fits = Shrink(widths, table, width - indent);
  std::vector<std::string> lines =
      fits ? Aligned(table, rows, widths, spaces) : AsParagraphs(rows, spaces, width);
  if (table.rows.size() > kMostRows) {
    const auto left_out = static_cast<int64_t>(table.rows.size() - kMostRows);
    lines.push_back(
        CutTo(spaces + ".. " + WithThousands(left_out) + " more rows (--format json)", width));
  }
  return lines;
}

}  // namespace slowtell::report
