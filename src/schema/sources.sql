-- One row per imported file. It is written last: rows of a source without one are left-overs of an
-- import that did not finish, and are removed when the store is opened.
CREATE TABLE IF NOT EXISTS sources
(
    source_id UInt32 COMMENT 'number of the source in this store, from 1',
    file String COMMENT 'path as given',
    format LowCardinality(String) COMMENT 'importer that read it',
    sha256 String COMMENT 'SHA-256 of the bytes as stored on disk, lower-case hex; the same bytes twice add nothing',
    bytes Int64 COMMENT 'size on disk',
    rows Int64 COMMENT 'rows added to all tables',
    first_ns Int64 COMMENT 'earliest time in it, nanoseconds since 1970-01-01 UTC; 0 when it has none',
    last_ns Int64 COMMENT 'latest time in it, nanoseconds since 1970-01-01 UTC; 0 when it has none'
)
ENGINE = MergeTree
ORDER BY source_id
