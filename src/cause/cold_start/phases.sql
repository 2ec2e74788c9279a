-- answers: is the cost paid once per process (a request that overlaps the first is as slow, one after
--   it is not) or once per endpoint (one after it is slow too)
-- reads: requests, replicas
-- returns: one row per phase of born replicas: 'first'; 'after finish' = the second request, started
--   after the first ended; 'overlapping' = the second request, started while the first was running;
--   'overlapping, any' = every later request started while the first was running. Times in ms.
-- parameters: target_ns
WITH
    phased AS
    (
        SELECT
            arrayJoin(arrayFilter(p -> p.2, [
                ((1, 'first'), rank = 1),
                ((2, 'after finish'), rank = 2 AND start_ns >= first_end_ns),
                ((3, 'overlapping'), rank = 2 AND start_ns < first_end_ns),
                ((4, 'overlapping, any'), rank > 1 AND start_ns < first_end_ns)])).1 AS at,
            duration_ns
        FROM requests
        INNER JOIN replicas USING (service, instance)
        WHERE born AND rank > 0
    )
SELECT
    at.2 AS phase,
    toInt64(count()) AS n,
    quantileExactInclusive(0.5)(duration_ns) / 1e6 AS p50_ms,
    quantileExactInclusive(0.9)(duration_ns) / 1e6 AS p90_ms,
    toInt64(countIf(duration_ns > {target_ns:Int64})) AS over_target
FROM phased
GROUP BY at
ORDER BY at.1
