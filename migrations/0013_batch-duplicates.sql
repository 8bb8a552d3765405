-- SHA-256 of what identifies the invoice of a result, so that a later file of the batch with the same invoice is reported
-- as its duplicate. Null for failures and for results of earlier releases. A hash, because an index entry is limited to
-- 2,704 bytes and invoices may state longer numbers and names.
alter table batch_results add column duplicate_key bytea;

create index batch_results_duplicates on batch_results (batch_id, duplicate_key, position)
  where duplicate_key is not null;
