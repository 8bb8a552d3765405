-- VAT batches and evidence reports are listed, the newest first, as documents and batches are.
create index vat_batches_newest on vat_batches (workspace_id, created_at, id);
create index evidence_reports_newest on evidence_reports (workspace_id, created_at, id);

-- What a list tells of a report, so that no list reads whole reports. Those of before have none.
alter table evidence_reports add column entry json;
