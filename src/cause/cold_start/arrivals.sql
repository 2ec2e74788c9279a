-- answers: do requests overlap a first one because they come in a burst, or because it takes long
-- reads: requests, replicas
-- returns: one row: arrivals per second and replica in a born replica's first 10 s, and later; the
--   number of born replicas, of replicas in all, and of births that share their minute with others
-- parameters: none
WITH
    born_replicas AS (SELECT service, instance, first_ns, last_ns FROM replicas WHERE born),
    counted AS
    (
        SELECT
            sumIf(weight, start_ns < first_ns + 10000000000) AS early,
            sumIf(weight, start_ns >= first_ns + 10000000000) AS later
        FROM requests
        INNER JOIN born_replicas USING (service, instance)
        WHERE rank > 0
    ),
    lived AS
    (
        SELECT
            sum(least(last_ns - first_ns, 10000000000)) / 1e9 AS early_s,
            sum(greatest(last_ns - first_ns - 10000000000, 0)) / 1e9 AS later_s,
            count() AS born,
            countIf(last_ns - first_ns < 10000000000) AS short_lived
        FROM born_replicas
    )
SELECT
    if(early_s > 0, early / (10 * born), 0.) AS early_per_s,
    if(later_s > 0, later / later_s, 0.) AS later_per_s,
    toInt64(born) AS born,
    (SELECT toInt64(count()) FROM replicas) AS replicas,
    (SELECT toInt64(countIf(NOT born)) FROM replicas) AS left_censored,
    toInt64(short_lived) AS short_lived
FROM counted
CROSS JOIN lived
ORDER BY born
