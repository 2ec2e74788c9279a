-- answers: in which order and how close together did the instances behind slow requests serve
-- reads: requests, slow, spans
-- returns: one row per request served by an instance that served at least three slow ones (probes and
--   long polls left out, the first 20,000 of each instance); ns. slow_request = number of the slow
--   request it belongs to, 0 when none; outer_start_ns, outer_end_ns = the same request as the front
--   end or client saw it, -1 when it is not in the data; calls_ns = union of its outbound calls
-- parameters: none
WITH
    served AS
    (
        SELECT
            r.request AS request, r.trace_id AS trace_id, r.service AS service, r.instance AS instance,
            r.route AS route, r.peer AS peer, r.start_ns AS start_ns, r.end_ns AS end_ns, r.rank AS rank,
            r.parent_id AS parent_id,
            multiIf(own.request > 0, own.request, outer_slow.request) AS slow_request
        FROM requests AS r
        LEFT JOIN slow AS own ON r.request = own.request
        LEFT JOIN (
            SELECT trace_id, min(request) AS request FROM slow WHERE trace_id != '' GROUP BY trace_id) AS outer_slow
            ON r.trace_id = outer_slow.trace_id
        WHERE r.rank > 0
    ),
    suspects AS
    (
        SELECT service, instance
        FROM served
        GROUP BY service, instance
        HAVING countIf(slow_request > 0) >= 3
    ),
    calls_of AS
    (
        SELECT
            s.request AS request,
            intervalLengthSum(
                greatest(c.start_ns, s.start_ns), least(c.start_ns + c.duration_ns, s.end_ns)) AS calls_ns
        FROM served AS s
        INNER JOIN (
            SELECT trace_id, service, start_ns, duration_ns
            FROM spans
            WHERE kind = 'client' AND trace_id IN (SELECT trace_id FROM slow)) AS c
            ON s.trace_id = c.trace_id AND s.service = c.service
        WHERE c.start_ns < s.end_ns AND c.start_ns + c.duration_ns > s.start_ns AND s.slow_request > 0
        GROUP BY request
    )
SELECT
    toString(s.service) AS service, toString(s.instance) AS instance, toString(s.route) AS route, s.peer AS peer,
    s.start_ns AS start_ns, s.end_ns AS end_ns, toInt64(s.slow_request) AS slow_request,
    if(o.span_id != '', o.start_ns, toInt64(-1)) AS outer_start_ns,
    if(o.span_id != '', o.end_ns, toInt64(-1)) AS outer_end_ns,
    toInt64(c.calls_ns) AS calls_ns
FROM served AS s
INNER JOIN suspects USING (service, instance)
LEFT JOIN (
    SELECT trace_id, span_id, start_ns, end_ns
    FROM requests
    WHERE vantage != 'app' AND trace_id != '') AS o ON s.trace_id = o.trace_id AND s.parent_id = o.span_id
LEFT JOIN calls_of AS c ON s.request = c.request
WHERE s.rank <= 20000
ORDER BY service, instance, start_ns, end_ns
