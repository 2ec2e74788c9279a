-- answers: which requests are slow, by how much more than expected, and which app request served them
-- reads: requests, replicas
-- returns: one row per slow request; expected_ns is the smaller of the target and the warm median of
--   its route (at least 5 requests that are neither among the first 10 of a replica nor overlap its
--   first); excess_ns is the rest of its duration; app_* = the outermost app request of its trace (the
--   request itself when the app measured it), app_ns 0 when there is none
-- parameters: target_ns
WITH
    warm AS
    (
        SELECT service, vantage, route, quantileExactInclusive(0.5)(duration_ns) AS warm_median_ns, count() AS n
        FROM requests AS r
        LEFT JOIN replicas AS p ON r.service = p.service AND r.instance = p.instance
        WHERE counted AND (vantage != 'app' OR instance = '' OR (rank > 10 AND start_ns >= p.first_end_ns))
        GROUP BY service, vantage, route
    ),
    inner_app AS
    (
        SELECT
            trace_id,
            argMin(service, (start_ns, span_id)) AS app_service,
            argMin(instance, (start_ns, span_id)) AS app_instance,
            argMin(duration_ns, (start_ns, span_id)) AS app_ns,
            min(start_ns) AS app_start_ns
        FROM requests
        WHERE vantage = 'app' AND kind = 'server' AND trace_id != ''
        GROUP BY trace_id
    )
SELECT
    r.request AS request, r.trace_id AS trace_id, r.span_id AS span_id, r.vantage AS vantage,
    r.service AS service, r.instance AS instance, r.route AS route, r.path AS path, r.rank AS rank,
    r.start_ns AS start_ns, r.end_ns AS end_ns, r.duration_ns AS duration_ns, r.status_code AS status_code,
    r.outcome AS outcome, r.weight AS weight,
    if(w.n >= 5, least({target_ns:Int64}, toInt64(w.warm_median_ns)), {target_ns:Int64}) AS expected_ns,
    r.duration_ns - expected_ns AS excess_ns,
    if(r.vantage = 'app', r.service, a.app_service) AS app_service,
    if(r.vantage = 'app', r.instance, a.app_instance) AS app_instance,
    if(r.vantage = 'app', r.start_ns, a.app_start_ns) AS app_start_ns,
    if(r.vantage = 'app', r.duration_ns, a.app_ns) AS app_ns
FROM requests AS r
LEFT JOIN warm AS w ON r.service = w.service AND r.vantage = w.vantage AND r.route = w.route
LEFT JOIN inner_app AS a ON r.trace_id = a.trace_id
WHERE r.counted AND r.duration_ns > {target_ns:Int64}
ORDER BY request
