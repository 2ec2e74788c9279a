-- answers: how long was each born replica's first request, and how long is that route when warm
-- reads: requests, replicas, spans
-- returns: one row per born replica, in order of birth; ms; warm_ms = median of the same service and
--   route beyond the 20th request of a replica, else of all requests after a first one ended, 0 when
--   there is none; to_first_call_ms = start to the first outbound call, -1 without calls;
--   calls_ms = union of outbound calls; same_route = 1 when the route is the most frequent first one
-- parameters: none
WITH
    warm AS
    (
        SELECT
            service, route,
            quantileExactInclusiveIf(0.5)(duration_ns, rank > 20) AS late_ns,
            countIf(rank > 20) AS late,
            quantileExactInclusive(0.5)(duration_ns) AS any_ns
        FROM requests
        INNER JOIN replicas USING (service, instance)
        WHERE rank > 1 AND start_ns >= first_end_ns
        GROUP BY service, route
    ),
    firsts AS
    (
        SELECT trace_id, span_id, service, instance, route, start_ns, end_ns, duration_ns, revision
        FROM requests
        INNER JOIN replicas USING (service, instance)
        WHERE born AND rank = 1
    ),
    outbound AS
    (
        SELECT
            f.instance AS instance, f.service AS service,
            min(greatest(c.start_ns, f.start_ns)) AS first_call_ns,
            intervalLengthSum(greatest(c.start_ns, f.start_ns), least(c.start_ns + c.duration_ns, f.end_ns)) AS calls_ns
        FROM firsts AS f
        INNER JOIN (
            SELECT trace_id, service, start_ns, duration_ns
            FROM spans
            WHERE kind = 'client' AND trace_id IN (SELECT trace_id FROM firsts WHERE trace_id != '')) AS c
            ON f.trace_id = c.trace_id AND f.service = c.service
        WHERE c.start_ns < f.end_ns AND c.start_ns + c.duration_ns > f.start_ns
        GROUP BY service, instance
    )
SELECT
    toString(f.service) AS service, toString(f.instance) AS instance, toString(f.route) AS route,
    toString(f.revision) AS revision,
    f.duration_ns / 1e6 AS duration_ms,
    toFloat64(multiIf(w.late >= 3, w.late_ns, w.any_ns) / 1e6) AS warm_ms,
    if(o.first_call_ns > 0, (o.first_call_ns - f.start_ns) / 1e6, -1.) AS to_first_call_ms,
    toFloat64(o.calls_ns / 1e6) AS calls_ms,
    f.start_ns AS start_ns
FROM firsts AS f
LEFT JOIN warm AS w ON f.service = w.service AND f.route = w.route
LEFT JOIN outbound AS o ON f.service = o.service AND f.instance = o.instance
ORDER BY start_ns, instance
