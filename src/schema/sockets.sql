-- One row per sample of an instance's outbound sockets to one target.
CREATE TABLE IF NOT EXISTS sockets
(
    source_id UInt32 COMMENT 'the file this row came from: sources.source_id',
    at_ns Int64 COMMENT 'time of the sample, nanoseconds since 1970-01-01 UTC',
    instance LowCardinality(String) COMMENT 'replica whose sockets were counted',
    target LowCardinality(String) COMMENT 'remote address and port; empty for all',
    established Int64 COMMENT 'connections in state ESTABLISHED',
    time_wait Int64 COMMENT 'connections in state TIME_WAIT',
    syn_sent Int64 COMMENT 'connections in state SYN_SENT',
    ports_used Int64 COMMENT 'local or translated ports in use',
    ports_limit Int64 COMMENT 'ports available; 0 when unknown',
    pending Int64 COMMENT 'connection attempts waiting',
    failed Int64 COMMENT 'connection attempts failed since the sample before'
)
ENGINE = MergeTree
PARTITION BY source_id
ORDER BY at_ns
