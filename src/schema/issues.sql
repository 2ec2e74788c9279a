-- One row per kind of data problem in one source: what could not be read, repaired or believed.
CREATE TABLE IF NOT EXISTS issues
(
    source_id UInt32 COMMENT 'the file it was found in: sources.source_id',
    id LowCardinality(String) COMMENT 'name of the problem; docs/reference/issues.md explains each',
    severity LowCardinality(String) COMMENT 'info, warning or data_loss',
    count Int64 COMMENT 'records concerned',
    location String COMMENT 'file and line (or byte) of the first one',
    sample String COMMENT 'the first one, shortened'
)
ENGINE = MergeTree
PARTITION BY source_id
ORDER BY (source_id, id)
