// SPDX-License-Identifier: Apache-2.0
// The result of a query: named columns of whole numbers, real numbers or text. Judges see only
// this, so they can be tested without an engine.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace slowtell {

using Cell = std::variant<int64_t, double, std::string>;

class Table {
 public:
  using Values = std::variant<std::vector<int64_t>, std::vector<double>, std::vector<std::string>>;
  struct Column {
    std::string name;
    Values values;
  };

  Table() = default;
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // For tests: a table from literal rows. The first row decides the column types.
  static Table FromRows(std::vector<std::string> names, std::vector<std::vector<Cell>> rows);

  size_t Rows() const;
  const std::vector<Column>& Columns() const { return columns_; }
  bool Has(std::string_view name) const;
  // A missing column or a wrong type is a bug in the evidence SQL: CHECK.
  const std::vector<int64_t>& Ints(std::string_view name) const;
  const std::vector<double>& Reals(std::string_view name) const;
  const std::vector<std::string>& Texts(std::string_view name) const;
  int64_t Int(std::string_view name, size_t row = 0) const { return Ints(name).at(row); }
  double Real(std::string_view name, size_t row = 0) const { return Reals(name).at(row); }
  const std::string& Text(std::string_view name, size_t row = 0) const {
    return Texts(name).at(row);
  }
  Cell At(size_t column, size_t row) const;

 private:
  const Column& Find(std::string_view name) const;
  std::vector<Column> columns_;
};

}  // namespace slowtell
