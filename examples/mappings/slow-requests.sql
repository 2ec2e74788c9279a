-- Raw results of a load test that kept no start times: {"worker_5000ms": [{"run": 1, "results": [
-- {"status": 200, "elapsed_s": 10.045, "body": {"actualDelayMs": 5004}}, ...]}, ...], "baseline": [...]}.
-- Results are in the order of completion, from a pool of `pool` threads that take the next request as
-- soon as they are free. So the starts follow: of the threads' possible starts, a result belongs to the
-- one that ends first at or after the result before it (0.05 s tolerance).
-- Times are relative: each run begins at an arbitrary hour.
--
-- Each result becomes the request as the client saw it; where the answer carries the time the worker
-- measured itself, also the worker's span, which ends when the client has the answer.
--
--   slowtell explain --map slow-requests.sql experiment-results.json --set scenario=worker%
WITH
    runs AS
    (
        SELECT
            named.1 AS scenario,
            if(startsWith(scenario, 'worker') OR startsWith(scenario, 'threadpool'), 5, 10) AS pool,
            arrayJoin(if(scenario = 'baseline',
                [(toUInt64(1), JSONExtractArrayRaw(named.2))],
                arrayMap(r -> (JSONExtractUInt(r, 'run'), JSONExtractArrayRaw(r, 'results')), JSONExtractArrayRaw(named.2)))) AS run
        FROM (SELECT arrayJoin(JSONExtractKeysAndValuesRaw(json)) AS named FROM {{input:JSONAsString}})
        WHERE scenario LIKE {scenario:String}
    ),
    started AS
    (
        -- state: when each thread is free, the completion before, the starts so far
        SELECT
            scenario, run.1 AS run_number, run.2 AS results,
            arrayFold(
                (state, elapsed) -> (
                    arrayMap(
                        (free, i) -> if(i = indexOf(state.1, if(arrayExists(f -> f + elapsed >= state.2 - 0.05, state.1),
                                arrayMin(arrayFilter(f -> f + elapsed >= state.2 - 0.05, state.1)), arrayMax(state.1))),
                            free + elapsed, free),
                        state.1, arrayEnumerate(state.1)),
                    elapsed + if(arrayExists(f -> f + elapsed >= state.2 - 0.05, state.1),
                        arrayMin(arrayFilter(f -> f + elapsed >= state.2 - 0.05, state.1)), arrayMax(state.1)),
                    arrayPushBack(state.3, if(arrayExists(f -> f + elapsed >= state.2 - 0.05, state.1),
                        arrayMin(arrayFilter(f -> f + elapsed >= state.2 - 0.05, state.1)), arrayMax(state.1)))),
                arrayMap(r -> JSONExtractFloat(r, 'elapsed_s'), results),
                (arrayResize([toFloat64(0)], pool, toFloat64(0)), toFloat64(0), CAST([], 'Array(Float64)'))).3 AS starts_s
        FROM runs
    ),
    results AS
    (
        SELECT
            scenario,
            concat(scenario, '-run', toString(run_number)) AS instance,
            concat(instance, '-', toString(position)) AS id,
            if(scenario = 'baseline', '/status', concat('/delay/', splitByChar('_', scenario)[1])) AS route,
            toInt64((1775900000 + 3600 * run_number + 36000 * (cityHash64(scenario) % 100) + start_s) * 1e9) AS sent_ns,
            toInt64(JSONExtractFloat(result, 'elapsed_s') * 1e9) AS elapsed_ns,
            JSONExtractInt(result, 'body', 'actualDelayMs') * 1000000 AS served_ns,
            if(JSONExtractInt(result, 'status') > 0, JSONExtractInt(result, 'status'),
                toInt64OrZero(extract(JSONExtractString(result, 'error'), 'HTTP Error ([0-9]+)'))) AS status_code
        FROM started
        ARRAY JOIN started.results AS result, starts_s AS start_s, arrayEnumerate(starts_s) AS position
    )
SELECT id AS trace_id, concat(id, '-client') AS span_id, '' AS parent_id, 'client' AS vantage, 'load-test' AS service,
    '' AS instance, route, sent_ns AS start_ns, elapsed_ns AS duration_ns, status_code
FROM results
UNION ALL
SELECT id AS trace_id, concat(id, '-app') AS span_id, concat(id, '-client') AS parent_id, 'app' AS vantage, 'app' AS service,
    instance, route, sent_ns + elapsed_ns - served_ns AS start_ns, served_ns AS duration_ns, status_code
FROM results
WHERE served_ns > 0
