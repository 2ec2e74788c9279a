-- answers: which calls to other services did each slow request make, and what did the callee see
-- reads: slow, connects, spans, requests
-- returns: one row per client span of the app request behind a slow request, cut to its interval; ns;
--   target = the callee's service when its span is in the data, else the client's word for it, which is
--   target_key; callee_ns = the callee's own server span, -1 when it is not in the data; connect_ns = how
--   much of the call went into getting a connection. Spans that are nothing else are no calls.
-- parameters: none
WITH
    called AS
    (
        SELECT trace_id, span_id, service, instance, target, name, connection, outcome, start_ns, duration_ns
        FROM spans
        WHERE kind = 'client' AND trace_id IN (SELECT trace_id FROM slow)
            AND (trace_id, span_id) NOT IN (
                SELECT s.trace_id, x.span_id FROM connects AS x INNER JOIN slow AS s USING (request))
        ORDER BY duration_ns DESC, start_ns, span_id
        LIMIT 1 BY trace_id, span_id
    ),
    connecting AS
    (
        SELECT s.trace_id AS trace_id, c.span_id AS call_id,
            toInt64(intervalLengthSum(
                greatest(x.connect_start_ns, c.start_ns),
                least(x.connect_end_ns, c.start_ns + c.duration_ns))) AS connect_ns
        FROM connects AS x
        INNER JOIN slow AS s USING (request)
        INNER JOIN called AS c ON s.trace_id = c.trace_id
        WHERE x.connect_start_ns < c.start_ns + c.duration_ns AND x.connect_end_ns > c.start_ns
        GROUP BY trace_id, call_id
    ),
    callee AS
    (
        SELECT trace_id, parent_id, max(duration_ns) AS served_ns, min(service) AS callee_service
        FROM requests
        WHERE parent_id != '' AND trace_id IN (SELECT trace_id FROM slow)
        GROUP BY trace_id, parent_id
    )
SELECT
    s.request AS request, c.span_id AS span_id,
    multiIf(
        e.callee_service != '', toString(e.callee_service),
        c.target != '', toString(c.target), toString(c.name)) AS target,
    c.connection AS connection, c.outcome AS outcome,
    if(c.target != '', toString(c.target), toString(c.name)) AS target_key,
    greatest(c.start_ns, s.app_start_ns) AS call_start_ns,
    least(c.start_ns + c.duration_ns, s.app_start_ns + s.app_ns) AS call_end_ns,
    c.duration_ns AS call_ns,
    if(e.parent_id != '', toInt64(e.served_ns), toInt64(-1)) AS callee_ns,
    n.connect_ns AS connect_ns
FROM slow AS s
INNER JOIN called AS c ON s.trace_id = c.trace_id AND s.app_service = c.service
LEFT JOIN connecting AS n ON c.trace_id = n.trace_id AND c.span_id = n.call_id
LEFT JOIN callee AS e ON c.trace_id = e.trace_id AND c.span_id = e.parent_id
WHERE c.start_ns < s.app_start_ns + s.app_ns AND c.start_ns + c.duration_ns > s.app_start_ns
ORDER BY request, call_start_ns, span_id
