// SPDX-License-Identifier: Apache-2.0
// Loops over JSON objects and lists that stop at the first error of simdjson or of the callback.
#pragma once

#include <array>

#include "ingest/otlp_json/field_names.h"
#include "ingest/otlp_json/json_text.h"

namespace slowtell::ingest::otlp_json {

// Calls `read(field, value)` for every known field of the object, in the order of the record.
template <size_t N, class Read>
simdjson::error_code ForEachField(ondemand::object& object, const std::array<FieldName, N>& names,
                                  Read read) {
  for (auto entry : object) {
    ondemand::raw_json_string raw;
    SLOWTELL_JSON_TRY(entry.key().get(raw));
    const Field field = Find(names, JsonText::Key(raw));
    if (field == Field::kOther) continue;
    ondemand::value value;
    SLOWTELL_JSON_TRY(entry.value().get(value));
    SLOWTELL_JSON_TRY(read(field, value));
  }
  return simdjson::SUCCESS;
}

// Calls `read(object)` for every object in a list; anything else in it, or no list, is passed over.
template <class Read>
simdjson::error_code ForEachObject(ondemand::value& value, Read read) {
  ondemand::json_type type;
  SLOWTELL_JSON_TRY(value.type().get(type));
  if (type != ondemand::json_type::array) return simdjson::SUCCESS;
  ondemand::array list;
  SLOWTELL_JSON_TRY(value.get_array().get(list));
  for (auto element : list) {
    ondemand::value item;
    SLOWTELL_JSON_TRY(element.get(item));
    SLOWTELL_JSON_TRY(item.type().get(type));
    if (type != ondemand::json_type::object) continue;
    ondemand::object object;
    SLOWTELL_JSON_TRY(item.get_object().get(object));
    SLOWTELL_JSON_TRY(read(object));
  }
  return simdjson::SUCCESS;
}

template <class Read>
simdjson::error_code IfObject(ondemand::value& value, Read read) {
  ondemand::json_type type;
  SLOWTELL_JSON_TRY(value.type().get(type));
  if (type != ondemand::json_type::object) return simdjson::SUCCESS;
  ondemand::object object;
  SLOWTELL_JSON_TRY(value.get_object().get(object));
  return read(object);
}

}  // namespace slowtell::ingest::otlp_json
