-- answers: how long does a call to each target take when the request around it is not slow
-- reads: spans, slow
-- returns: one row per target as the client names it; p50 of one call in ms, and n
-- parameters: from_ns, to_ns
SELECT
    if(target != '', toString(target), toString(name)) AS target_key,
    toInt64(count()) AS n,
    quantileExactInclusive(0.5)(duration_ns) / 1e6 AS p50_ms
FROM spans
WHERE kind = 'client' AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}
    AND (trace_id = '' OR trace_id NOT IN (SELECT trace_id FROM slow))
GROUP BY target_key
ORDER BY target_key
