-- Answers: say which question this evidence answers.
-- Reads: spans.
-- Returns: instance, requests (count).
-- Parameters: from_ns, to_ns (the window of the question).
SELECT
    instance,
    count() AS requests
FROM spans
WHERE kind = 'server' AND start_ns >= {from_ns:Int64} AND start_ns < {to_ns:Int64}
GROUP BY instance
ORDER BY instance
