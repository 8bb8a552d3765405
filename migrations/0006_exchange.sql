-- Exchange: partners that send and receive documents, and status messages about sent documents.

create table partners (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  name text not null check (char_length(name) between 1 and 255),
  kind text not null check (kind in ('sapi-sk', 'phoss-ap', 'http', 'folder')),
  -- Settings of the kind, without secrets.
  settings json not null,
  -- All secrets in one value, which is never returned; encrypted when SECRETS_KEY is configured.
  secrets text not null,
  -- Whether documents may be sent. Preparation is always permitted.
  sending_enabled boolean not null default false,
  -- When the address that documents are sent to changed. Null: never.
  target_changed_at timestamptz,
  -- Health of the connection.
  last_success_at timestamptz(3),
  last_error_at timestamptz(3),
  last_error json,
  failures integer not null default 0 check (failures >= 0),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  check ((last_error_at is null) = (last_error is null))
);

alter table partners enable row level security;
create policy own_workspace on partners to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update, delete on partners to einvoice_scoped;


-- Message Level Status and Invoice Response messages.
create table status_messages (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  -- Null when the message refers to no document of this workspace.
  document_id text,
  kind text not null check (kind in ('mls', 'invoice_response')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  -- Parsed message.
  said json not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  -- The same message can arrive repeatedly and on several ways.
  constraint status_messages_once unique (workspace_id, sha256),
  foreign key (workspace_id, document_id) references documents on delete cascade
);

create index status_messages_document on status_messages (document_id) where document_id is not null;

alter table status_messages enable row level security;
create policy own_workspace on status_messages to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, delete on status_messages to einvoice_scoped;
