-- What a user with only the engine would write to load collector output: every line is one export, typed
-- with the fields this file has, unfolded three times. The columns are those of `spans`, from the same
-- attributes, without any of the checks, old spellings and stand-ins that slowtell's importer knows.
-- parameters: file
CREATE TABLE by_hand AS spans
;
INSERT INTO by_hand
WITH
    CAST((arrayMap(a -> a.key, span.attributes), arrayMap(a -> concat(
        ifNull(a.value.stringValue, ''), ifNull(a.value.intValue, ''),
        if(isNull(a.value.doubleValue), '', toString(a.value.doubleValue)),
        if(isNull(a.value.boolValue), '', toString(a.value.boolValue))), span.attributes)),
        'Map(LowCardinality(String), String)') AS tags,
    CAST((arrayMap(a -> a.key, resource.attributes), arrayMap(a -> ifNull(a.value.stringValue, ''), resource.attributes)),
        'Map(String, String)') AS about
SELECT
    1 AS source_id, lower(span.traceId) AS trace_id, lower(span.spanId) AS span_id,
    lower(span.parentSpanId) AS parent_id,
    transform(span.kind, [1, 2, 3, 4, 5], ['internal', 'server', 'client', 'producer', 'consumer'], 'internal') AS kind,
    'app' AS vantage,
    about['service.name'] AS service, about['service.instance.id'] AS instance, about['service.version'] AS revision,
    span.name AS name,
    if(tags['http.route'] != '', tags['http.route'], path(tags['url.path'])) AS route,
    upper(tags['http.request.method']) AS method,
    if(span.kind != 3, '', if(tags['peer.service'] != '', tags['peer.service'], tags['server.address'])) AS target,
    toInt32OrZero(tags['http.response.status_code']) AS status_code,
    if(span.status.code = 2, 'error', 'ok') AS outcome,
    toInt64(span.startTimeUnixNano) AS start_ns,
    toInt64(span.endTimeUnixNano) - toInt64(span.startTimeUnixNano) AS duration_ns,
    0 AS censored, 1 AS weight, 'unknown' AS connection,
    mapFilter((k, v) -> k NOT IN ('http.route', 'url.path', 'http.request.method', 'peer.service',
        'server.address', 'http.response.status_code'), tags) AS attrs
FROM
(
    SELECT each_resource.resource AS resource, arrayJoin(each_scope.spans) AS span
    FROM
    (
        SELECT each_resource, arrayJoin(each_resource.scopeSpans) AS each_scope
        FROM
        (
            SELECT arrayJoin(resourceSpans) AS each_resource
            FROM file({file:String}, JSONEachRow, 'resourceSpans Array(Tuple(
                resource Tuple(attributes Array(Tuple(key String, value Tuple(stringValue Nullable(String))))),
                scopeSpans Array(Tuple(spans Array(Tuple(
                    traceId String, spanId String, parentSpanId String, name String, kind UInt8,
                    startTimeUnixNano UInt64, endTimeUnixNano UInt64, status Tuple(code UInt8),
                    attributes Array(Tuple(key String, value Tuple(stringValue Nullable(String),
                        intValue Nullable(String), boolValue Nullable(Bool), doubleValue Nullable(Float64))))))))))')
        )
    )
)
SETTINGS input_format_skip_unknown_fields = 1, input_format_json_ignore_unknown_keys_in_named_tuple = 1,
    input_format_json_defaults_for_missing_elements_in_named_tuple = 1,
    min_insert_block_size_rows = 393216, min_insert_block_size_bytes = 0
;
SELECT count(), sum(duration_ns) FROM by_hand
