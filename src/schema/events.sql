-- One row per platform or process event: what happened to a replica, and when.
CREATE TABLE IF NOT EXISTS events
(
    source_id UInt32 COMMENT 'the file this row came from: sources.source_id',
    at_ns Int64 COMMENT 'time, nanoseconds since 1970-01-01 UTC',
    service LowCardinality(String) COMMENT 'service the event is about',
    instance LowCardinality(String) COMMENT 'replica the event is about; empty when it is about the whole service',
    kind LowCardinality(String) COMMENT 'scheduled, pulled, started, listening, ready, probe_failed, stopped, oom_killed, scaled, deployed or log',
    value Float64 COMMENT 'the number the event carries (replicas after scaling, seconds of pull); 0 when none',
    text String COMMENT 'the event as the platform worded it'
)
ENGINE = MergeTree
PARTITION BY source_id
ORDER BY at_ns
