-- answers: how much of each slow request was spent in calls, and how much in the service itself
-- reads: slow, calls
-- returns: one row per slow request; calls_ns = union of its call intervals (overlap counted once),
--   own_ns = the rest of the app request behind it (0 when the app's span is not in the data); both ns
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
    )
SELECT
    s.request AS request, s.excess_ns AS excess_ns, s.weight AS weight,
    c.calls AS calls, c.calls_ns AS calls_ns, greatest(s.app_ns - c.calls_ns, 0) AS own_ns,
    if(c.calls > 0, c.first_call_ns - s.app_start_ns, 0) AS to_first_call_ns
FROM slow AS s
LEFT JOIN spent AS c USING (request)
ORDER BY request
