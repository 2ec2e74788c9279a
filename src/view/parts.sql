-- answers: how much of each slow request was spent in calls, on connections, and in the service itself
-- reads: slow, calls, connects
-- returns: one row per slow request; calls_ns = union of its call intervals (overlap counted once),
--   connect_ns = union of getting connections outside of them; own_ns = the rest of the app request
--   behind it (0 when the app's span is not in the data); all ns
-- parameters: none
WITH
    spent AS
    (
        SELECT
            request, count() AS calls,
            toInt64(intervalLengthSum(call_start_ns, call_end_ns)) AS calls_ns,
            min(call_start_ns) AS first_call_ns
        FROM calls
        GROUP BY request
    ),
    outbound AS
    (
        SELECT request, toInt64(intervalLengthSum(from_ns, to_ns)) AS outbound_ns
        FROM
        (
            SELECT request, call_start_ns AS from_ns, call_end_ns AS to_ns FROM calls
            UNION ALL
            SELECT request, connect_start_ns AS from_ns, connect_end_ns AS to_ns FROM connects
        )
        GROUP BY request
    )
SELECT
    s.request AS request, s.excess_ns AS excess_ns, s.weight AS weight,
    c.calls AS calls, c.calls_ns AS calls_ns, o.outbound_ns - c.calls_ns AS connect_ns,
    greatest(s.app_ns - o.outbound_ns, 0) AS own_ns,
    if(c.calls > 0, c.first_call_ns - s.app_start_ns, 0) AS to_first_call_ns
FROM slow AS s
LEFT JOIN spent AS c ON s.request = c.request
LEFT JOIN outbound AS o ON s.request = o.request
ORDER BY request
