-- answers: which requests did a front end give up on, and what did the worker do with them
-- reads: requests, slow
-- returns: one row per request that ended in a timeout at the edge or client (the first 10,000); ms;
--   worker_ms = the app's span of the same request (same trace, or same path and query and started
--   within it), -1 when it is not in the data; after_cut_ms = how long that span went on afterwards
-- parameters: none
WITH
    cut AS
    (
        SELECT request, trace_id, service, path, query, start_ns, end_ns, duration_ns, weight, status_code,
            start_ns - 50000000 AS from_ns
        FROM requests
        WHERE vantage != 'app' AND counted AND outcome = 'timeout'
        ORDER BY start_ns, request
        LIMIT 10000
    ),
    app AS
    (
        SELECT trace_id, path, query, start_ns AS app_start_ns, end_ns AS app_end_ns, outcome AS app_outcome
        FROM requests
        WHERE vantage = 'app' AND kind = 'server' AND path IN (SELECT path FROM cut)
    ),
    linked AS
    (
        SELECT trace_id, min(app_start_ns) AS first_ns, max(app_end_ns) AS last_ns,
            argMin(app_outcome, app_start_ns) AS first_outcome
        FROM app
        WHERE trace_id != ''
        GROUP BY trace_id
    )
SELECT
    toInt64(c.request) AS request, toString(c.service) AS service, c.path AS path,
    c.duration_ns / 1e6 AS cut_ms, toInt64(c.status_code) AS status_code, c.weight AS weight,
    multiIf(l.first_ns > 0, l.last_ns - l.first_ns,
        a.app_start_ns > 0 AND a.app_start_ns <= c.end_ns, a.app_end_ns - a.app_start_ns, -1000000) / 1e6 AS worker_ms,
    multiIf(l.first_ns > 0, greatest(l.last_ns - c.end_ns, 0),
        a.app_start_ns > 0 AND a.app_start_ns <= c.end_ns, greatest(a.app_end_ns - c.end_ns, 0),
        0) / 1e6 AS after_cut_ms,
    toInt64(if(l.first_ns > 0, l.first_outcome = 'ok',
        a.app_start_ns > 0 AND a.app_start_ns <= c.end_ns AND a.app_outcome = 'ok')) AS worker_ok,
    toInt64(ifNull(s.excess_ns, 0)) AS excess_ns
FROM cut AS c
LEFT JOIN linked AS l ON c.trace_id = l.trace_id
ASOF LEFT JOIN app AS a ON c.path = a.path AND c.query = a.query AND c.from_ns <= a.app_start_ns
LEFT JOIN slow AS s ON c.request = s.request
ORDER BY request
