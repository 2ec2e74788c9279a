-- answers: how long did a front end or client wait at most for requests that were answered
-- reads: requests
-- returns: one row: requests seen by an edge or client; answered ones and the longest of them in ms;
--   requests the client itself gave up on
-- parameters: none
SELECT
    toInt64(countIf(vantage != 'app')) AS outer_requests,
    toInt64(countIf(vantage != 'app' AND outcome = 'ok')) AS answered,
    if(answered > 0, maxIf(duration_ns, vantage != 'app' AND outcome = 'ok') / 1e6, 0.) AS longest_answered_ms,
    toInt64(countIf(vantage != 'app' AND outcome = 'cancelled')) AS cancelled
FROM requests
WHERE counted
ORDER BY outer_requests
