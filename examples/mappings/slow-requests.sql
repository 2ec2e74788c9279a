-- The result file of a load test whose clients noted only how long each request took:
--   {"worker_5000ms": [{"run": 1, "results": [{"status": 200, "elapsed_s": 10.045,
--       "body": {"scenario": "worker", "actualDelayMs": 5004, ...}}, ...]}, ...], "baseline": [...]}
--
--   slowtell explain --map examples/mappings/slow-requests.sql results.json --set 'scenario=worker%'
--
-- Parameter scenario: a LIKE pattern; 'worker%', 'dependency%', 'threadpool%' or 'baseline'.
--
-- The file has no start times, but its results stand in the order of their completion, and the load
-- came from a pool of threads, each sending its next request as soon as it has its answer: 10 threads for
-- 'dependency' and 'baseline', 5 for the others. So every request began when some thread became
-- free. Of the threads, the one free for longest is taken with which the request does not end more than
-- 0.05 s before the one listed above it (threads note their ends a little out of order).
--
-- Times are therefore right within a run and made up otherwise: run k of the n-th scenario of the file
-- is put at 2026-01-01 00:00 UTC + n * 10 h + k * 1 h.
--
-- Each result becomes a request seen by the client and, where the server told its own working time, a
-- request seen by the app, which is taken to end together with the client's.
WITH
    scenarios AS
    (
        SELECT pair.1 AS scenario, JSONExtractArrayRaw(pair.2) AS items, number
        FROM
        (
            SELECT JSONExtractKeysAndValuesRaw(json) AS pairs
            FROM {{input:JSONAsString}}
        )
        ARRAY JOIN pairs AS pair, arrayEnumerate(pairs) AS number
        WHERE scenario LIKE {scenario:String}
    ),
    runs AS
    (
        SELECT scenario, number, run.1 AS run_number, run.2 AS results,
            if(scenario LIKE 'dependency%' OR scenario = 'baseline', 10, 5) AS threads,
            arrayMap(result -> JSONExtractFloat(result, 'elapsed_s'), results) AS elapsed
        FROM scenarios
        ARRAY JOIN if(JSONHas(items[1], 'results'),
            arrayMap(item -> (JSONExtractInt(item, 'run'), JSONExtractArrayRaw(item, 'results')), items),
            [(toInt64(1), items)]) AS run
    ),
    -- State of the fold: when each thread is free, the last completion, the starts so far; seconds.
    timed AS
    (
        SELECT scenario, number, run_number, results, elapsed,
            arrayFold(
                (state, took) -> arrayMap(
                    start -> (
                        arrayMap((free, i) -> if(i = indexOf(state.1, start), start + took, free),
                            state.1, arrayEnumerate(state.1)),
                        start + took,
                        arrayPushBack(state.3, start)),
                    [if(arrayExists(free -> free + took >= state.2 - 0.05, state.1),
                        arrayMin(arrayFilter(free -> free + took >= state.2 - 0.05, state.1)),
                        arrayMax(state.1))])[1],
                elapsed,
                (arrayWithConstant(threads, 0.), 0., CAST([], 'Array(Float64)'))).3 AS starts
        FROM runs
    ),
    requests AS
    (
        SELECT
            concat(scenario, '-run', toString(run_number)) AS run_name,
            concat(run_name, '-', toString(i)) AS request,
            if(scenario = 'baseline', '/baseline', concat('/delay/', splitByChar('_', scenario)[1])) AS path,
            if(JSONExtractInt(result, 'status') > 0, JSONExtractInt(result, 'status'),
                toInt64OrZero(extract(JSONExtractString(result, 'error'), 'HTTP Error (\\d+)'))) AS status,
            (1767225600 + number * 36000 + run_number * 3600) * 1000000000
                + toInt64(round(start * 1e9)) AS client_start_ns,
            toInt64(round(took * 1e9)) AS client_ns,
            JSONExtractInt(result, 'body', 'actualDelayMs') * 1000000 AS app_ns
        FROM timed
        ARRAY JOIN results AS result, elapsed AS took, starts AS start, arrayEnumerate(results) AS i
    )
SELECT
    request AS trace_id,
    concat(request, '-', seen_by) AS span_id,
    if(seen_by = 'app', concat(request, '-client'), '') AS parent_id,
    'server' AS kind,
    seen_by AS vantage,
    'app' AS service,
    if(seen_by = 'app', run_name, '') AS instance,
    path AS route,
    'GET' AS method,
    toInt32(status) AS status_code,
    if(seen_by = 'app', client_start_ns + client_ns - app_ns, client_start_ns) AS start_ns,
    if(seen_by = 'app', app_ns, client_ns) AS duration_ns
FROM requests
ARRAY JOIN if(app_ns > 0, ['client', 'app'], ['client']) AS seen_by
ORDER BY start_ns, span_id
