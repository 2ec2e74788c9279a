// SPDX-License-Identifier: Apache-2.0
// The functions of libchdb that we call, under our own declarations: its package ships no header.
// The library (540 MB) is loaded on first use, so that commands without an engine stay small and
// fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace slowtell::chdb {

// Opaque to us; only libchdb looks inside.
struct Connection;
struct QueryResult;
struct InsertStream;

// What the engine's own parser says about a text, without running it.
struct StatementReport {
  uint32_t struct_size = sizeof(StatementReport);
  uint32_t statements = 0;
  uint32_t flags = 0;
  uint32_t effect = 0;  // a StatementEffect
};
enum StatementEffect : uint32_t {
  kReads = 0,
  kWritesDatabase = 1,
  kWritesGlobally = 2,
  kControls = 3,  // SET, SYSTEM, INTO OUTFILE, INSERT INTO FUNCTION and the like
  kUnknown = 4,   // did not parse
};

// One entry per function: result, name without "chdb_", parameters.
#define SLOWTELL_CHDB_FUNCTIONS(X)                                                      \
  X(const char*, version, ())                                                           \
  X(void, set_signal_handlers_enabled, (int enabled))                                   \
  X(Connection**, connect, (int argc, char** argv))                                     \
  X(void, close_conn, (Connection * *connection))                                       \
  X(QueryResult*, query_with_params_n,                                                  \
    (Connection * connection, const char* sql, size_t sql_bytes, const char* format,    \
     size_t format_bytes, const char* const* names, const size_t* name_bytes,           \
     const char* const* values, const size_t* value_bytes, size_t count))               \
  X(QueryResult*, stream_query_with_params_n,                                           \
    (Connection * connection, const char* sql, size_t sql_bytes, const char* format,    \
     size_t format_bytes, const char* const* names, const size_t* name_bytes,           \
     const char* const* values, const size_t* value_bytes, size_t count))               \
  X(QueryResult*, stream_fetch_result, (Connection * connection, QueryResult * stream)) \
  X(void, stream_cancel_query, (Connection * connection, QueryResult * stream))         \
  X(void, destroy_query_result, (QueryResult * result))                                 \
  X(char*, result_buffer, (QueryResult * result))                                       \
  X(size_t, result_length, (QueryResult * result))                                      \
  X(const char*, result_error, (QueryResult * result))                                  \
  X(uint64_t, result_rows_read, (QueryResult * result))                                 \
  X(uint64_t, result_rows_written, (QueryResult * result))                              \
  X(uint64_t, result_storage_rows_read, (QueryResult * result))                         \
  X(uint64_t, result_storage_bytes_read, (QueryResult * result))                        \
  X(InsertStream*, stream_insert_n,                                                     \
    (Connection * connection, const char* sql, size_t sql_bytes, const char* format,    \
     size_t format_bytes))                                                              \
  X(int, stream_append, (InsertStream * stream, const void* data, size_t bytes))        \
  X(QueryResult*, stream_done, (InsertStream * stream))                                 \
  X(void, stream_cancel_insert, (InsertStream * stream))                                \
  X(const char*, stream_insert_error, (InsertStream * stream))                          \
  X(void, destroy_insert_stream, (InsertStream * stream))                               \
  X(int, classify_query_n,                                                              \
    (Connection * connection, const char* sql, size_t sql_bytes, const char* database,  \
     size_t database_bytes, StatementReport* report))

struct Api {
#define SLOWTELL_DECLARE(result, name, params) result(*name) params = nullptr;
  SLOWTELL_CHDB_FUNCTIONS(SLOWTELL_DECLARE)
#undef SLOWTELL_DECLARE
  std::string path;  // the file that was loaded
};

// Loads the library once per process, with its signal handlers switched off. The error says where
// it was looked for and which command gets it.
Result<const Api*> Load();

}  // namespace slowtell::chdb
