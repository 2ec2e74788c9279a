-- The portal CSV of Application Insights as a user would load it with the engine alone. The same columns
-- as `spans`, without bags, sampling rates and the checks of the importer.
-- parameters: file
CREATE TABLE by_hand AS spans
;
INSERT INTO by_hand
SELECT
    1 AS source_id, operation_Id AS trace_id, id AS span_id,
    if(operation_ParentId = operation_Id, '', operation_ParentId) AS parent_id,
    multiIf(itemType = 'dependency', 'client', source != '', 'consumer', 'server') AS kind,
    'app' AS vantage, cloud_RoleName AS service, cloud_RoleInstance AS instance, application_Version AS revision,
    name, path(url) AS route, if(position(name, ' ') > 0, upper(splitByChar(' ', name)[1]), '') AS method,
    target, toInt32OrZero(resultCode) AS status_code, if(success = 'True', 'ok', 'error') AS outcome,
    toUnixTimestamp64Nano(parseDateTime64BestEffort(`timestamp [UTC]`, 9, 'UTC')) AS start_ns,
    toInt64(round(toFloat64(duration) * 1e6)) AS duration_ns,
    0 AS censored, toFloat64OrZero(itemCount) AS weight, 'unknown' AS connection,
    CAST(JSONExtract(customDimensions, 'Map(String, String)'), 'Map(LowCardinality(String), String)') AS attrs
FROM file({file:String}, CSVWithNames, '`timestamp [UTC]` String, itemType String, id String,
    operation_Id String, operation_ParentId String, name String, url String, source String, success String,
    resultCode String, duration String, target String, type String, cloud_RoleName String,
    cloud_RoleInstance String, itemCount String, customDimensions String, application_Version String')
SETTINGS min_insert_block_size_rows = 393216, min_insert_block_size_bytes = 0
;
SELECT count(), sum(duration_ns) FROM by_hand
