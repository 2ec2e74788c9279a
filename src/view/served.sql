-- answers: which requests are in the data, each once, with what later steps need of its attributes
-- reads: spans
-- returns: one row per server or consumer span (copies under one id: the longest); times in ns. path,
--   query, peer (client address and port), agent and synthetic come from attributes, old names or new
-- Copies are rare: only rows whose id occurs twice are sorted.
-- parameters: from_ns, to_ns (ns since epoch)
WITH
    requests_found AS
    (
        SELECT
            source_id, trace_id, span_id, parent_id, kind, vantage, service, instance, revision, method,
            status_code, outcome, start_ns, duration_ns, censored, weight,
            if(route != '', toString(route), toString(name)) AS route,
            multiIf(
                attrs['url.path'] != '', attrs['url.path'],
                attrs['http.target'] != '', cutQueryString(attrs['http.target']),
                toString(route)) AS path,
            if(attrs['url.query'] != '', attrs['url.query'], queryString(attrs['http.target'])) AS query,
            concat(attrs['client.address'], ':', multiIf(
                attrs['network.peer.port'] != '', attrs['network.peer.port'],
                attrs['net.sock.peer.port'] != '', attrs['net.sock.peer.port'],
                attrs['net.peer.port'])) AS peer,
            concat(attrs['user_agent.original'], attrs['http.user_agent']) AS agent,
            attrs['ai.syntheticSource'] AS synthetic
        FROM spans
        WHERE kind IN ('server', 'consumer') AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}
    ),
    twice AS
    (
        SELECT cityHash64(trace_id, span_id, kind, vantage) AS id
        FROM spans
        WHERE kind IN ('server', 'consumer') AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}
        GROUP BY id
        HAVING count() > 1
    )
SELECT
    source_id, trace_id, span_id, parent_id, kind, vantage, service, instance, revision, method,
    status_code, outcome, start_ns, duration_ns, censored, weight, route, path, query, peer, agent, synthetic
FROM requests_found
WHERE cityHash64(trace_id, span_id, kind, vantage) NOT IN (SELECT id FROM twice)
UNION ALL
(
    SELECT
        source_id, trace_id, span_id, parent_id, kind, vantage, service, instance, revision, method,
        status_code, outcome, start_ns, duration_ns, censored, weight, route, path, query, peer, agent, synthetic
    FROM requests_found
    WHERE cityHash64(trace_id, span_id, kind, vantage) IN (SELECT id FROM twice)
    ORDER BY duration_ns DESC, start_ns, source_id
    LIMIT 1 BY trace_id, span_id, kind, vantage
)
