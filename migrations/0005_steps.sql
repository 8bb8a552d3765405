-- The side steps of a document (evidence, render), and the erasure of its content.

alter table documents
  -- Steps beside validation that were asked for and have not ended, and those that failed for good and may be retried.
  add column open_steps text[] not null default '{}' check (open_steps <@ array['evidence', 'render']),
  add column failed_steps text[] not null default '{}' check (failed_steps <@ array['evidence', 'render']),
  -- When its content was erased; it has no further events then.
  add column erased_at timestamptz(3),
  add check (not open_steps && failed_steps),
  add check (erased_at is null or (summary is null and open_steps = '{}' and failed_steps = '{}'));

-- What is to be erased is found by the age of the invoice: an erased document has none, so old ones aren't read again.
create index document_artifacts_oldest on document_artifacts (created_at) where name = 'invoice.xml';
