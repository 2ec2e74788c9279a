-- One question by hand, on the rows of otlp_json.sql: how slow is the Nth request of a replica. No births,
-- no weights, no duplicates, no probes: a lower bound for what explain does besides reading.
SELECT
    multiIf(rank <= 3, rank, rank <= 5, 4, rank <= 10, 6, rank <= 20, 11, rank <= 100, 21, 101) AS order_from,
    count(), uniqExact(instance), quantileExact(0.5)(duration_ns) / 1e6, quantileExact(0.9)(duration_ns) / 1e6
FROM
(
    SELECT instance, duration_ns, row_number() OVER (PARTITION BY service, instance ORDER BY start_ns) AS rank
    FROM by_hand
    WHERE kind = 'server' AND instance != ''
)
GROUP BY order_from
ORDER BY order_from
