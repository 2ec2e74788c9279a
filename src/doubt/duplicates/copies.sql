-- answers: is the same span in the data more than once
-- reads: spans
-- returns: one row: requests and calls with an id; rows beyond the first with the same trace, span id,
--   kind and vantage; of those, rows whose duration differs; pairs of client spans of one parent that
--   start together and last equally long under different ids
-- parameters: from_ns, to_ns
WITH
    copies AS
    (
        SELECT count() - 1 AS extra, uniqExact(duration_ns) > 1 AS differs
        FROM spans
        WHERE kind IN ('server', 'client', 'consumer') AND span_id != '' AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}
        GROUP BY cityHash64(trace_id, span_id), kind, vantage
        HAVING count() > 1
    ),
    twins AS
    (
        SELECT count() - 1 AS extra
        FROM spans
        WHERE kind = 'client' AND parent_id != '' AND duration_ns > 0
            AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}
        GROUP BY cityHash64(trace_id, parent_id), start_ns, duration_ns
        HAVING uniqExact(span_id) > 1
    )
SELECT
    (
        SELECT toInt64(count())
        FROM spans
        WHERE kind IN ('server', 'client', 'consumer')
            AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}
    ) AS row_count,
    (SELECT toInt64(sum(extra)) FROM copies) AS copies,
    (SELECT toInt64(sumIf(extra, differs)) FROM copies) AS differing,
    (SELECT toInt64(sum(extra)) FROM twins) AS twins
ORDER BY row_count
