-- answers: say which question this evidence answers
-- reads: requests
-- returns: say what one row is; served (requests)
-- parameters: none
SELECT
    toString(instance) AS instance,
    toInt64(count()) AS served
FROM requests
WHERE rank > 0
GROUP BY instance
ORDER BY instance
