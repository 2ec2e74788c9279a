-- HAProxy's access log as JSON lines, one object per request, into spans seen from the edge.
--
--   slowtell explain --map examples/mappings/haproxy-json.sql haproxy.log traces.jsonl
--
-- Fields it reads (log-format variables of HAProxy 2.6 in brackets):
--   tsms    time of accept, milliseconds since 1970, as text [%Ts%ms]
--   Ti      time the connection idled before this request, ms [%Ti]
--   Ta      from the first byte of the request to the last byte of the answer, ms [%Ta]
--   Tw, Tr  waiting in the queue and for the server's answer, ms; -1 when never reached [%Tw, %Tr]
--   st      status sent to the client [%ST]
--   term    how the session ended [%tsc]: first letter '-' normally, 's' a time-out on the server's
--           side, 'S' the server closed, 'c' a time-out on the client's side, 'C' the client left;
--           second letter 'R': no whole request had arrived
--   req     "GET /path?query HTTP/1.1"; be, srv: back end and server; id: any identifier
SELECT
    (toInt64(tsms) + greatest(Ti, 0)) * 1000000 AS start_ns,
    Ta * 1000000 AS duration_ns,
    'server' AS kind,
    'edge' AS vantage,
    be AS service,
    srv AS instance,
    splitByChar(' ', req)[1] AS method,
    splitByChar('?', splitByChar(' ', req)[2])[1] AS route,
    st AS status_code,
    multiIf(
        startsWith(term, 's'), 'timeout',
        lower(left(term, 1)) = 'c', 'cancelled',
        st >= 500 OR NOT startsWith(term, '-'), 'error',
        'ok') AS outcome,
    map(
        'url.path', route,
        'url.query', splitByChar('?', splitByChar(' ', req)[2])[2],
        'haproxy.id', id,
        'haproxy.term', term,
        'haproxy.queue_ms', toString(Tw),
        'haproxy.server_ms', toString(Tr)) AS attrs
FROM {{input:JSONEachRow, tsms String, be String, srv String, Ti Int64, Ta Int64, Tw Int64, Tr Int64,
    st Int32, term String, req String, id String}}
-- Connections on which no whole request arrived are no requests.
WHERE substring(term, 2, 1) != 'R'
