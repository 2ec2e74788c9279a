-- answers: how slow is the Nth request that a replica born within the data ever served
-- reads: requests, replicas
-- returns: one row per band of arrival order (order_from..order_to, 0 = open end); n requests, of how
--   many replicas; weighted p50 and p90 in ms; over_target = weighted share above the target
-- parameters: target_ns
WITH banded AS
(
    SELECT
        multiIf(rank <= 3, rank, rank <= 5, 4, rank <= 10, 6, rank <= 20, 11, rank <= 100, 21, 101) AS order_from,
        instance, duration_ns, weight
    FROM requests
    INNER JOIN replicas USING (service, instance)
    WHERE born AND rank > 0
)
SELECT
    toInt64(order_from) AS order_from,
    toInt64(transform(order_from, [4, 6, 11, 21, 101], [5, 10, 20, 100, 0], order_from)) AS order_to,
    toInt64(count()) AS n,
    toInt64(uniqExact(instance)) AS replicas,
    quantileExactWeightedInterpolated(0.5)(duration_ns, toUInt64(round(weight * 1000))) / 1e6 AS p50_ms,
    quantileExactWeightedInterpolated(0.9)(duration_ns, toUInt64(round(weight * 1000))) / 1e6 AS p90_ms,
    sumIf(weight, duration_ns > {target_ns:Int64}) / sum(weight) AS over_target
FROM banded
GROUP BY order_from
ORDER BY order_from
