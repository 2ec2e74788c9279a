-- answers: how much of each slow request is the service's own time, and how many requests the instance
--   had in flight when it arrived
-- reads: slow, parts, requests
-- returns: one row per slow request with own time; ms; in_flight counts itself; minute for windows
-- parameters: none
WITH
    involved AS (SELECT DISTINCT app_service, app_instance FROM slow WHERE app_ns > 0),
    steps AS
    (
        SELECT service, instance, start_ns AS at_ns, toInt8(1) AS step, request
        FROM requests
        WHERE vantage = 'app' AND kind = 'server' AND (service, instance) IN (SELECT app_service, app_instance FROM involved)
        UNION ALL
        SELECT service, instance, end_ns AS at_ns, toInt8(-1) AS step, request
        FROM requests
        WHERE vantage = 'app' AND kind = 'server' AND (service, instance) IN (SELECT app_service, app_instance FROM involved)
    ),
    in_flight AS
    (
        SELECT
            service, instance, at_ns, step,
            sum(step) OVER (
                PARTITION BY service, instance ORDER BY at_ns, step, request
                ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS open
        FROM steps
    ),
    at_arrival AS
    (
        SELECT service, instance, at_ns, max(open) AS open
        FROM in_flight
        WHERE step = 1
        GROUP BY service, instance, at_ns
    )
SELECT
    toInt64(s.request) AS request, toString(s.app_service) AS service, toString(s.route) AS route,
    s.app_ns / 1e6 AS served_ms, p.own_ns / 1e6 AS own_ms, s.excess_ns / 1e6 AS excess_ms, s.weight AS weight,
    toInt64(f.open) AS in_flight, toInt64(intDiv(s.start_ns, 60000000000)) AS minute
FROM slow AS s
INNER JOIN parts AS p USING (request)
LEFT JOIN at_arrival AS f ON s.app_service = f.service AND s.app_instance = f.instance AND s.app_start_ns = f.at_ns
WHERE s.app_ns > 0 AND p.own_ns > 0
ORDER BY request
