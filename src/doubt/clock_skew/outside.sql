-- answers: do server spans lie outside the client spans that caused them
-- reads: spans, requests
-- returns: one row: pairs of a client span and its callee's server span; pairs in which the callee
--   starts earlier or ends later by more than 2 ms (two clocks with 1 ms resolution); p50 and largest
--   amount in ms
-- parameters: from_ns, to_ns
WITH
    inner_side AS
    (
        SELECT trace_id, parent_id, start_ns, end_ns, instance
        FROM requests
        WHERE parent_id != '' AND kind = 'server'
    ),
    pairs AS
    (
        SELECT greatest(c.start_ns - s.start_ns, s.end_ns - (c.start_ns + c.duration_ns), 0) AS outside_ns
        FROM inner_side AS s
        INNER JOIN (
            SELECT trace_id, span_id, start_ns, duration_ns
            FROM spans
            WHERE kind = 'client' AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}) AS c
            ON s.trace_id = c.trace_id AND s.parent_id = c.span_id
    )
SELECT
    toInt64(count()) AS pairs,
    toInt64(countIf(outside_ns > 2000000)) AS outside,
    if(outside > 0, quantileExactInclusiveIf(0.5)(outside_ns, outside_ns > 2000000) / 1e6, 0.) AS p50_ms,
    toFloat64(max(outside_ns) / 1e6) AS largest_ms
FROM pairs
ORDER BY pairs
