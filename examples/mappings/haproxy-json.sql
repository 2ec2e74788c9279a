-- HAProxy log whose log-format writes JSON: one object per line, times in milliseconds.
-- Fields used: tsms (accept time), Ta (active time), Tw, Tc, Tr (queue, connect, response), st (status),
-- term (termination state), be (back end), req ("GET /path?query"). Other lines, such as health
-- notices, are no JSON and are left out.
--
--   slowtell explain traces.otlp.jsonl.gz --map haproxy-json.sql haproxy.log
SELECT
    toInt64(JSONExtractString(line, 'tsms')) * 1000000 AS start_ns,
    JSONExtractInt(line, 'Ta') * 1000000 AS duration_ns,
    'edge' AS vantage,
    JSONExtractString(line, 'be') AS service,
    splitByChar(' ', JSONExtractString(line, 'req'))[1] AS method,
    cutQueryString(splitByChar(' ', JSONExtractString(line, 'req'))[2]) AS route,
    JSONExtractInt(line, 'st') AS status_code,
    multiIf(
        startsWith(JSONExtractString(line, 'term'), 'sH'), 'timeout',
        startsWith(JSONExtractString(line, 'term'), 'C'), 'cancelled',
        JSONExtractInt(line, 'st') >= 500, 'error', 'ok') AS outcome,
    map(
        'url.path', route,
        'url.query', queryString(splitByChar(' ', JSONExtractString(line, 'req'))[2]),
        'haproxy.termination_state', JSONExtractString(line, 'term'),
        'haproxy.Tw', toString(JSONExtractInt(line, 'Tw')),
        'haproxy.Tc', toString(JSONExtractInt(line, 'Tc')),
        'haproxy.Tr', toString(JSONExtractInt(line, 'Tr'))) AS attrs
FROM {{input:LineAsString}}
WHERE isValidJSON(line) AND JSONExtractInt(line, 'Ta') >= 0
