-- answers: when each replica was first and last seen, and whether it was born within the data
-- reads: requests
-- returns: one row per service and instance; times in ns. born = 0 when the replica may have been
--   alive before the data starts (left-censored): it was first seen no later after the service's
--   first request than the service's or its own longest usual silence.
-- parameters: none
WITH
    served AS
    (
        SELECT
            service, instance, start_ns, end_ns, rank, duration_ns,
            start_ns - lagInFrame(start_ns) OVER (
                PARTITION BY service, instance ORDER BY start_ns, span_id
                ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS gap_ns
        FROM requests
        WHERE rank > 0
    ),
    services AS
    (
        SELECT
            service,
            min(start_ns) AS service_from_ns,
            max(start_ns) AS service_to_ns,
            quantileExactIf(0.99)(gap_ns, rank > 1) AS usual_silence_ns
        FROM served
        GROUP BY service
    ),
    replicas AS
    (
        SELECT
            service, instance,
            count() AS requests,
            min(start_ns) AS first_ns,
            max(end_ns) AS last_ns,
            minIf(end_ns, rank = 1) AS first_end_ns,
            minIf(duration_ns, rank = 1) AS first_duration_ns,
            maxIf(gap_ns, rank > 1 AND rank <= 20) AS own_silence_ns
        FROM served
        GROUP BY service, instance
    )
SELECT
    service, instance, requests, first_ns, last_ns, first_end_ns, first_duration_ns,
    toUInt8(first_ns - service_from_ns
        > greatest(usual_silence_ns, least(own_silence_ns, 60000000000), 1000000000)) AS born,
    toUInt8(service_to_ns - last_ns > usual_silence_ns) AS ended
FROM replicas
INNER JOIN services USING (service)
ORDER BY service, first_ns, instance
