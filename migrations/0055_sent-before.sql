-- Envelopes of a document that were handed over, or may have been, before it was prepared anew: status messages name
-- them. Null: there are none.
alter table documents add column earlier_instances text[];
create index documents_prepared_anew on documents (workspace_id) where earlier_instances is not null;

-- Whether the same bytes were sent as another document.
create index documents_sent_bytes on documents (workspace_id, sha256) where send is not null;

-- Since when documents go to another place than before; null: they always went there.
alter table partners add column target_changed_at timestamptz;
