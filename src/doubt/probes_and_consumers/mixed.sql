-- answers: what else than user requests is among the requests
-- reads: requests
-- returns: one row: all rows; health probes; message consumers; intended waits (long polls, sockets);
--   requests counted; replicas whose first served row was a probe
-- parameters: none
SELECT
    toInt64(count()) AS row_count,
    toInt64(countIf(probe)) AS probes,
    toInt64(countIf(kind = 'consumer')) AS consumers,
    toInt64(countIf(intended_wait)) AS intended_waits,
    toInt64(countIf(counted)) AS counted,
    toInt64(uniqExactIf((service, instance), request = first_request AND probe)) AS probe_first
FROM
(
    SELECT
        kind, probe, intended_wait, counted, service, instance, request,
        min(request) OVER (PARTITION BY service, instance) AS first_request
    FROM requests
)
ORDER BY row_count
