-- answers: which calls did each slow request wait for, and what did the called service itself see
-- reads: calls, slow
-- returns: one row per slow request and target; ms; called_ms = union of the calls to this target,
--   without the part that went into getting a connection (connect_ms);
--   callee_ms = the callee's own time within them, -1 when its spans are not in the data
-- parameters: none
SELECT
    toInt64(c.request) AS request, c.target AS target, min(c.target_key) AS target_key,
    toInt64(count()) AS calls,
    toFloat64(sum(connect_ns) / 1e6) AS connect_ms,
    toFloat64(greatest(intervalLengthSum(call_start_ns, call_end_ns) - sum(connect_ns), 0) / 1e6) AS called_ms,
    if(countIf(callee_ns >= 0) * 2 >= count(),
        sumIf(least(callee_ns, call_ns), callee_ns >= 0) / 1e6, -1.) AS callee_ms,
    s.excess_ns / 1e6 AS excess_ms, s.weight AS weight,
    toInt64(intDiv(s.start_ns, 60000000000)) AS minute
FROM calls AS c
INNER JOIN slow AS s USING (request)
GROUP BY c.request, c.target, s.excess_ns, s.weight, s.start_ns
ORDER BY request, target
