-- answers: do rows stand for more than one request, and do they say so in one place or another
-- reads: spans
-- returns: one row: server rows; weighted total; rows with weight above 1; rows whose item count is 1
--   although another attribute carries a keep rate below 100 %; the largest weight; rows with a weight
--   below 1 or above 10,000
-- parameters: from_ns, to_ns
SELECT
    toInt64(count()) AS row_count,
    toFloat64(sum(weight)) AS weighted,
    toInt64(countIf(weight > 1.000001)) AS weighted_rows,
    toInt64(countIf(weight > 1.000001 AND attrs['ai.itemCount'] = '1')) AS hidden_rate_rows,
    toFloat64(max(weight)) AS largest,
    toInt64(countIf(weight < 0.999999 OR weight > 10000)) AS absurd_rows
FROM spans
WHERE kind IN ('server', 'consumer') AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}
ORDER BY row_count
