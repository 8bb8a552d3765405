-- Large artifacts may be kept outside the database, in a folder or an object store. The row of the artifact is the truth:
-- where its content is, how long it is, and its hash.

-- What encrypts the contents of a workspace outside the database, sealed. It goes with the workspace, and with it every
-- copy of the contents.
create table workspace_keys (
  id text primary key,
  workspace_id text not null unique references workspaces on delete cascade,
  sealed text not null,
  created_at timestamptz(3) not null
);

-- Everything that was, or is about to be, put outside: written before the content is, deleted after it. It outlives the
-- workspace, so that nothing stays behind out there.
create table stored_contents (
  address text primary key check (address ~ '^ws/[a-z0-9_-]+/[0-9]{4}/[0-9]{2}/[0-9a-f]{64}$'),
  workspace_id text not null,
  key_id text not null,
  -- Since when perhaps no artifact refers to it; null: one does.
  loose_since timestamptz(3) default now()
);
create index stored_contents_loose on stored_contents (loose_since) where loose_since is not null;

alter table workspace_keys enable row level security;
create policy own_workspace on workspace_keys to einvoice_scoped using (workspace_id = current_workspace());
alter table stored_contents enable row level security;
create policy own_workspace on stored_contents to einvoice_scoped using (workspace_id = current_workspace());

-- Unset: the content is in the row, as ever.
alter table document_artifacts add column address text, add column stored_bytes integer;
alter table document_artifacts add constraint document_artifacts_stored
  check ((address is null) = (stored_bytes is null) and (address is null or size_bytes = 0)) not valid;
alter table document_artifacts validate constraint document_artifacts_stored;
-- What is referred to cannot be deleted out there.
alter table document_artifacts add constraint document_artifacts_address_fkey
  foreign key (address) references stored_contents not valid;
alter table document_artifacts validate constraint document_artifacts_address_fkey;
create index document_artifacts_stored_at on document_artifacts (address) where address is not null;

-- Erased, replaced, or gone with its document: nobody in a workspace may write there, so the owner of the table does.
create function loosen_content() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update stored_contents set loose_since = now() where address = old.address;
  return null;
end
$$;
create trigger document_artifacts_loosen after delete or update of address on document_artifacts
  for each row when (old.address is not null) execute function loosen_content();
