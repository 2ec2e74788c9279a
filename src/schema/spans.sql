-- One row per span: an operation with a start and a duration, seen by one observer. Requests are
-- spans of kind 'server'; calls to other services are spans of kind 'client'.
CREATE TABLE IF NOT EXISTS spans
(
    source_id UInt32 COMMENT 'the file this row came from: sources.source_id',
    trace_id String COMMENT 'groups the spans of one user request; lower-case hex, or the text as found',
    span_id String COMMENT 'names the span within its trace; lower-case hex, or the text as found',
    parent_id String COMMENT 'span_id of the span that started this one; empty at the root',
    kind LowCardinality(String) COMMENT 'server, client, producer, consumer or internal (OpenTelemetry span kind)',
    vantage LowCardinality(String) COMMENT 'who measured: app (the service itself), edge (a proxy or gateway), client (a load generator or browser)',
    service LowCardinality(String) COMMENT 'service.name, cloud role name or back-end name',
    instance LowCardinality(String) COMMENT 'the replica or process: service.instance.id and its stand-ins; empty when the data does not say',
    revision LowCardinality(String) COMMENT 'service.version or revision; empty when the data does not say',
    name LowCardinality(String) COMMENT 'span name as found',
    route LowCardinality(String) COMMENT 'http.route, or the path without its query when there is no route',
    method LowCardinality(String) COMMENT 'HTTP method, upper case; empty when it is not HTTP',
    target LowCardinality(String) COMMENT 'whom a client span calls: peer.service, server.address with port, or database',
    status_code Int32 COMMENT 'HTTP or gRPC status as a number; 0 when there is none',
    outcome LowCardinality(String) COMMENT 'ok, error, timeout or cancelled',
    start_ns Int64 COMMENT 'start, nanoseconds since 1970-01-01 UTC',
    duration_ns Int64 COMMENT 'duration, nanoseconds',
    censored UInt8 COMMENT '1 when the duration is only a lower bound (cut off, unfinished)',
    weight Float64 COMMENT 'how many requests this row stands for: 1 / sampling keep rate',
    connection LowCardinality(String) COMMENT 'new, reused or unknown: the transport connection of a client span',
    attrs Map(LowCardinality(String), String) COMMENT 'all other attributes as text, under their names as found'
)
ENGINE = MergeTree
PARTITION BY source_id
ORDER BY (intDiv(start_ns, 60000000000), trace_id, start_ns)
