-- Digest of the business terms of the validated invoice (`semantic_digest`) and the version of its form. Null before the
-- validation, after erasure, when no terms can be read, and for documents that earlier releases validated.
alter table documents
  add column semantic_digest text,
  add column semantic_digest_version smallint;

create index documents_by_semantic_digest on documents (workspace_id, semantic_digest, created_at, id)
  where semantic_digest is not null;
