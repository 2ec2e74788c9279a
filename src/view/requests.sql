-- answers: which requests were served, by whom, and in which order on each replica
-- reads: served, spans
-- returns: one row per request (server spans; consumer spans are flagged, not dropped), numbered in
--   time order. Times in ns. entry = 1 when no span of this data started the request.
-- parameters: none
WITH
    parents AS
    (
        SELECT cityHash64(trace_id, span_id) AS id
        FROM spans
        WHERE cityHash64(trace_id, span_id) IN (SELECT cityHash64(trace_id, parent_id) FROM served)
    ),
    -- Numbers are made on a narrow table: sorting whole rows costs three times as much.
    numbered AS
    (
        SELECT
            cityHash64(trace_id, span_id, kind, vantage) AS id,
            row_number() OVER (ORDER BY start_ns, trace_id, span_id, vantage) AS request
        FROM served
    ),
    edge AS
    (
        SELECT path, start_ns AS edge_start_ns, start_ns + duration_ns AS edge_end_ns
        FROM served
        WHERE vantage != 'app'
    ),
    flagged AS
    (
        SELECT
            f.source_id AS source_id, f.trace_id AS trace_id, f.span_id AS span_id, f.parent_id AS parent_id,
            f.kind AS kind, f.vantage AS vantage, f.service AS service, f.instance AS instance,
            f.revision AS revision, f.method AS method, f.status_code AS status_code, f.outcome AS outcome,
            f.start_ns AS start_ns, f.duration_ns AS duration_ns, f.censored AS censored, f.weight AS weight,
            f.route AS route, f.path AS path, f.query AS query, f.peer AS peer,
            toUInt8(kind = 'server' AND (
                match(lower(if(f.path != '', f.path, f.route)),
                    '(^|[/ ])(health|healthz|healthcheck|health-check|_health|alive|livez|live|liveness|readyz|ready|readiness|startupz|ping|heartbeat|robots933456\\.txt)/?$')
                OR match(f.agent, '(?i)kube-probe|alwayson|elb-healthchecker|googlehc|readyforrequest|healthcheck')
                OR f.synthetic != '')) AS probe,
            toUInt8(f.status_code = 101) AS intended_wait,
            toUInt8(e.edge_start_ns > 0 AND f.start_ns <= e.edge_end_ns + 50000000) AS seen_from_edge
        FROM served AS f
        ASOF LEFT JOIN edge AS e ON f.path = e.path AND f.start_ns + 50000000 >= e.edge_start_ns
    )
SELECT
    n.request AS request,
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
INNER JOIN numbered AS n ON cityHash64(flagged.trace_id, flagged.span_id, flagged.kind, flagged.vantage) = n.id
