// SPDX-License-Identifier: Apache-2.0
// Opens either kind of store and brings it into the state everything else relies on: all tables of
// the schema exist, and no row without a source.
#include "schema/tables.h"
#include "store/chdb_store.h"
#include "store/clickhouse_store.h"
#include "store/store.h"
#include "store/store_directory.h"

namespace slowtell {
namespace {

// On a server another slowtell may be importing right now; what has not grown for an hour is dead.
constexpr int64_t kServerGraceS = 3600;

Result<std::unique_ptr<Store>> OpenEngine(const StoreOptions& options) {
  if (!options.url.empty()) return OpenClickHouseStore(options.url, options.database);
  if (options.directory.empty()) {
    ASSIGN_OR_RETURN(StoreDirectory directory, StoreDirectory::Temporary());
    return OpenChdbStore(std::move(directory));
  }
  ASSIGN_OR_RETURN(StoreDirectory directory, StoreDirectory::At(options.directory));
  return OpenChdbStore(std::move(directory));
}

std::string TableNames() {
  std::string names;
  for (const schema::TableDef& table : schema::kTables)
    names += (names.empty() ? "'" : ", '") + std::string(table.name) + "'";
  return names;
}

// Rows of a source that is not in `sources` are what an unfinished import left. They are whole
// partitions, so removing them is cheap and exact.
Result<void> DropOrphans(Store& store, int64_t grace_s) {
  const std::string sql =
      "SELECT table, partition FROM system.parts"
      " WHERE database = currentDatabase() AND active AND table != 'sources'"
      " AND table IN (" +
      TableNames() +
      ")"
      " AND toUInt32OrZero(partition) NOT IN (SELECT source_id FROM sources)"
      " GROUP BY table, partition"
      " HAVING max(modification_time) <= now() - {grace_s:Int64}"
      " ORDER BY table, partition";
  ASSIGN_OR_RETURN(const Table orphans, store.Query(sql, {{"grace_s", std::to_string(grace_s)}}));
  for (size_t i = 0; i < orphans.Rows(); ++i)
    RETURN_IF_ERROR(store.Run("ALTER TABLE " + orphans.Text("table", i) + " DROP PARTITION " +
                              orphans.Text("partition", i)));
  return {};
}

Failure InContext(Error error, const StoreOptions& options) {
  const std::string place = !options.url.empty()        ? options.url
                            : options.directory.empty() ? std::string("temporary store")
                                                        : options.directory;
  if (error.where.empty()) error.where = place;
  return Fail(std::move(error));
}

}  // namespace

Result<std::unique_ptr<Store>> OpenStore(const StoreOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<Store> store, OpenEngine(options));
  for (const schema::TableDef& table : schema::kTables)
    if (auto made = store->Run(table.create_sql); !made)
      return InContext(std::move(made).error(), options);
  const int64_t grace_s = options.url.empty() ? 0 : kServerGraceS;
  if (auto dropped = DropOrphans(*store, grace_s); !dropped)
    return InContext(std::move(dropped).error(), options);
  return store;
}

}  // namespace slowtell
