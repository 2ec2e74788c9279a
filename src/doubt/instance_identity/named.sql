-- answers: does the data say which replica and which service served a request
-- reads: requests
-- returns: one row: app requests; of those without an instance; without a service name; distinct
--   instances; instances with a single request
-- parameters: none
WITH named AS
(
    SELECT service, instance, count() AS n
    FROM requests
    WHERE vantage = 'app' AND kind = 'server' AND NOT probe
    GROUP BY service, instance
)
SELECT
    toInt64(sum(n)) AS row_count,
    toInt64(sumIf(n, instance = '')) AS without_instance,
    toInt64(sumIf(n, service = '' OR startsWith(service, 'unknown_service'))) AS without_service,
    toInt64(countIf(instance != '')) AS instances,
    toInt64(countIf(instance != '' AND n = 1)) AS single
FROM named
ORDER BY row_count
