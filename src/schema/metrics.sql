-- One row per metric data point.
CREATE TABLE IF NOT EXISTS metrics
(
    source_id UInt32 COMMENT 'the file this row came from: sources.source_id',
    at_ns Int64 COMMENT 'time, nanoseconds since 1970-01-01 UTC',
    service LowCardinality(String) COMMENT 'service.name',
    instance LowCardinality(String) COMMENT 'the replica; empty when the data does not say',
    name LowCardinality(String) COMMENT 'metric name as found',
    unit LowCardinality(String) COMMENT 'unit as found',
    value Float64 COMMENT 'gauge or sum value; for a histogram its sum',
    count Float64 COMMENT 'observations of a histogram; 1 otherwise',
    attrs Map(LowCardinality(String), String) COMMENT 'attributes as text'
)
ENGINE = MergeTree
PARTITION BY source_id
ORDER BY (name, at_ns)
