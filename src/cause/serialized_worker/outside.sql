-- answers: do requests seen only from outside (client or front end) wait for one another
-- reads: requests, slow
-- returns: one row per counted request of a client or edge vantage that has no app span in its trace,
--   of services with at least three slow ones (the first 20,000 of each); ns
-- parameters: none
WITH
    outer_only AS
    (
        SELECT request, service, route, start_ns, end_ns
        FROM requests
        WHERE counted AND vantage != 'app'
            AND (trace_id = '' OR trace_id NOT IN (SELECT trace_id FROM requests WHERE vantage = 'app'))
        ORDER BY start_ns, request
        LIMIT 20000 BY service
    ),
    suspects AS
    (
        SELECT service
        FROM outer_only
        WHERE request IN (SELECT request FROM slow)
        GROUP BY service
        HAVING count() >= 3
    )
SELECT
    toString(service) AS service, start_ns, end_ns,
    toInt64(if(request IN (SELECT request FROM slow), request, 0)) AS slow_request
FROM outer_only
INNER JOIN suspects USING (service)
ORDER BY service, start_ns, end_ns
