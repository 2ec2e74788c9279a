-- answers: which durations and lifetimes are known only in part
-- reads: spans, replicas
-- returns: one row: requests and calls; of those with a duration that is a lower bound; replicas; those
--   that may have lived before the data starts; those still alive when it ends
-- parameters: from_ns, to_ns
SELECT
    toInt64(count()) AS row_count,
    toInt64(countIf(censored)) AS lower_bounds,
    (SELECT toInt64(count()) FROM replicas) AS replicas,
    (SELECT toInt64(countIf(NOT born)) FROM replicas) AS left_censored,
    (SELECT toInt64(countIf(NOT ended)) FROM replicas) AS right_censored
FROM spans
WHERE kind IN ('server', 'client', 'consumer') AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}
ORDER BY row_count
