-- A document that was prepared under one identifier of the tax office is found before another one is.
create index documents_prepared on documents (workspace_id, (preparation ->> 'document_uuid'))
  where preparation ->> 'document_uuid' is not null;

-- What was prepared before there were identifiers says so.
update documents set preparation = (preparation::jsonb || '{"document_uuid": null}')::json
  where preparation is not null;
