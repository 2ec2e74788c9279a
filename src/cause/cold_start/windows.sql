-- answers: which slow requests fell into a born replica's cold window, and how much of them is cold
-- reads: slow, requests, replicas
-- returns: one row per slow request and cold request in its trace: phase 1 first, 2 started while the
--   first was running, 3 among the first ten and started within one first-request length after its
--   end; cold_ns = the cold request's time above its own expectation
-- parameters: target_ns
WITH cold AS
(
    SELECT
        trace_id, span_id, start_ns, rank, duration_ns, end_ns,
        multiIf(
            rank = 1, 1,
            start_ns < first_end_ns, 2,
            rank <= 10 AND start_ns < first_end_ns + first_duration_ns, 3, 0) AS phase
    FROM requests
    INNER JOIN replicas USING (service, instance)
    WHERE born AND rank > 0 AND duration_ns > {target_ns:Int64}
)
SELECT
    toInt64(s.request) AS request,
    toInt64(min(c.phase)) AS phase,
    toInt64(least(max(c.duration_ns), s.excess_ns)) AS cold_ns,
    s.weight AS weight
FROM slow AS s
INNER JOIN cold AS c ON s.trace_id = c.trace_id
WHERE c.phase > 0 AND (s.trace_id != '' OR s.span_id = c.span_id)
GROUP BY s.request, s.excess_ns, s.weight
ORDER BY request
