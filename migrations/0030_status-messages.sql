-- What came back for documents that were sent: Message Level Status and Invoice Response.

create table status_messages (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  -- Null: it answers nothing that is known here.
  document_id text,
  kind text not null check (kind in ('mls', 'invoice_response')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  -- As it was read.
  said json not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  -- The same message may come over several ways, and again.
  constraint status_messages_once unique (workspace_id, sha256),
  foreign key (workspace_id, document_id) references documents on delete cascade
);

create index status_messages_document on status_messages (document_id) where document_id is not null;

alter table status_messages enable row level security;
create policy own_workspace on status_messages to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, delete on status_messages to einvoice_scoped;

-- A buyer answers an invoice by its number.
create index documents_sent on documents (workspace_id, (summary ->> 'invoice_id')) where send is not null;
