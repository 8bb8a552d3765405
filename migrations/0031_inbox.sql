-- What partners received for a workspace.

-- Whose it was and how the partner calls it; null: somebody submitted it here.
alter table documents add column inbound json;

create index documents_inbound on documents (workspace_id, created_at, id) where inbound is not null;
