-- answers: which requests were served, by whom, and in which order on each replica
-- reads: spans
-- returns: one row per request (server spans; consumer spans are flagged, not dropped), numbered in
--   time order. Times in ns. entry = 1 when no span of this data started the request.
-- parameters: from_ns, to_ns (ns since epoch)
WITH
    found AS
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
        ORDER BY duration_ns DESC, start_ns, source_id
        LIMIT 1 BY trace_id, span_id, kind, vantage
    ),
    parents AS
    (
        SELECT cityHash64(trace_id, span_id) AS id
        FROM spans
        WHERE cityHash64(trace_id, span_id) IN (SELECT cityHash64(trace_id, parent_id) FROM found)
    ),
    edge AS
    (
        SELECT path, start_ns AS edge_start_ns, start_ns + duration_ns AS edge_end_ns
        FROM found
        WHERE vantage != 'app'
    ),
    flagged AS
    (
        SELECT
            f.* EXCEPT (agent, synthetic),
            toUInt8(kind = 'server' AND (
                match(lower(if(f.path != '', f.path, f.route)),
                    '(^|[/ ])(health|healthz|healthcheck|health-check|_health|alive|livez|live|liveness|readyz|ready|readiness|startupz|ping|heartbeat|robots933456\\.txt)/?$')
                OR match(f.agent, '(?i)kube-probe|alwayson|elb-healthchecker|googlehc|readyforrequest|healthcheck')
                OR f.synthetic != '')) AS probe,
            toUInt8(f.status_code = 101) AS intended_wait,
            toUInt8(e.edge_start_ns > 0 AND f.start_ns <= e.edge_end_ns + 50000000) AS seen_from_edge
        FROM found AS f
        ASOF LEFT JOIN edge AS e ON f.path = e.path AND f.start_ns + 50000000 >= e.edge_start_ns
    )
SELECT
    row_number() OVER (ORDER BY start_ns, trace_id, span_id, vantage) AS request,
    source_id, trace_id, span_id, parent_id, kind, vantage, service, instance, revision, route, method,
    path, query, peer, status_code, outcome, start_ns, duration_ns, start_ns + duration_ns AS end_ns, censored,
    weight, probe, intended_wait,
    toUInt8(kind = 'server'
        AND (vantage != 'app' OR seen_from_edge = 0)
        AND (parent_id = '' OR cityHash64(trace_id, parent_id) NOT IN (SELECT id FROM parents))) AS entry,
    toUInt8(entry AND NOT probe AND NOT intended_wait) AS counted,
    if(vantage = 'app' AND kind = 'server' AND NOT probe AND NOT intended_wait AND instance != '',
        row_number() OVER (
            PARTITION BY service, instance, vantage = 'app' AND kind = 'server' AND NOT probe AND NOT intended_wait
            ORDER BY start_ns, span_id), 0) AS rank
FROM flagged
ORDER BY request
