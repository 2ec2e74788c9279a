-- answers: when was each slow request busy getting a connection (name look-up, connect, TLS, pool)
-- reads: slow, spans
-- returns: one row per such span of the app request behind a slow request, cut to its interval; ns.
--   The names are those of OpenTelemetry's Node.js, .NET 9 and database client instrumentations.
-- parameters: none
SELECT
    s.request AS request, c.span_id AS span_id, toString(c.name) AS name,
    greatest(c.start_ns, s.app_start_ns) AS connect_start_ns,
    least(c.start_ns + c.duration_ns, s.app_start_ns + s.app_ns) AS connect_end_ns
FROM slow AS s
INNER JOIN (
    SELECT trace_id, span_id, service, name, start_ns, duration_ns
    FROM spans
    WHERE trace_id IN (SELECT trace_id FROM slow) AND lower(name) IN (
        'tcp.connect', 'tls.connect', 'dns.lookup', 'connect', 'pg-pool.connect', 'pg.connect', 'redis-connect',
        'mysql.connect', 'socket connect', 'tls client handshake', 'dns lookup', 'http connection_setup',
        'http wait_for_connection', 'mongodb.connect')
    ORDER BY start_ns, span_id
    LIMIT 1 BY trace_id, span_id) AS c ON s.trace_id = c.trace_id AND s.app_service = c.service
WHERE c.start_ns < s.app_start_ns + s.app_ns AND c.start_ns + c.duration_ns > s.app_start_ns
ORDER BY request, connect_start_ns, span_id
