// SPDX-License-Identifier: Apache-2.0
#include "store/table.h"

#include <algorithm>
#include <cstdio>

#include "base/check.h"

namespace slowtell {
namespace {

Table::Values EmptyLike(const Cell& cell) {
  if (std::holds_alternative<int64_t>(cell)) return std::vector<int64_t>{};
  if (std::holds_alternative<double>(cell)) return std::vector<double>{};
  return std::vector<std::string>{};
}

void Push(Table::Values& values, const Cell& cell) {
  if (auto* ints = std::get_if<std::vector<int64_t>>(&values)) {
    ints->push_back(std::get<int64_t>(cell));
  } else if (auto* reals = std::get_if<std::vector<double>>(&values)) {
    reals->push_back(std::get<double>(cell));
  } else {
    std::get<std::vector<std::string>>(values).push_back(std::get<std::string>(cell));
  }
}

}  // namespace

Table Table::FromRows(std::vector<std::string> names, std::vector<std::vector<Cell>> rows) {
  std::vector<Column> columns;
  for (size_t i = 0; i < names.size(); ++i) {
    Values values = rows.empty() ? Values(std::vector<int64_t>{}) : EmptyLike(rows[0].at(i));
    for (const auto& row : rows) Push(values, row.at(i));
    columns.push_back({std::move(names[i]), std::move(values)});
  }
  return Table(std::move(columns));
}

size_t Table::Rows() const {
  if (columns_.empty()) return 0;
  return std::visit([](const auto& values) { return values.size(); }, columns_[0].values);
}

bool Table::Has(std::string_view name) const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [name](const Column& column) { return column.name == name; });
}

const Table::Column& Table::Find(std::string_view name) const {
  for (const Column& column : columns_)
    if (column.name == name) return column;
  std::fprintf(stderr, "slowtell: bug: evidence has no column '%.*s'\n",
               static_cast<int>(name.size()), name.data());
  CHECK(false && "evidence column");
}

const std::vector<int64_t>& Table::Ints(std::string_view name) const {
  static const std::vector<int64_t> none;
  const Column& column = Find(name);
  if (Rows() == 0) return none;
  CHECK(std::holds_alternative<std::vector<int64_t>>(column.values));
  return std::get<std::vector<int64_t>>(column.values);
}

const std::vector<double>& Table::Reals(std::string_view name) const {
  static const std::vector<double> none;
  const Column& column = Find(name);
  if (Rows() == 0) return none;
  CHECK(std::holds_alternative<std::vector<double>>(column.values));
  return std::get<std::vector<double>>(column.values);
}

const std::vector<std::string>& Table::Texts(std::string_view name) const {
  static const std::vector<std::string> none;
  const Column& column = Find(name);
  if (Rows() == 0) return none;
  CHECK(std::holds_alternative<std::vector<std::string>>(column.values));
  return std::get<std::vector<std::string>>(column.values);
}

Cell Table::At(size_t column, size_t row) const {
  return std::visit([row](const auto& values) -> Cell { return values.at(row); },
                    columns_.at(column).values);
}

}  // namespace slowtell
