-- Evidence: signed reports of validations, and the keys that sign them. The judged XML is never here.

-- Keys are the installation's, not a workspace's. Public halves stay for ever, so that old reports can be verified.
create table evidence_keys (
  -- The thumbprint of the public key (RFC 7638).
  kid text primary key check (kid ~ '^[A-Za-z0-9_-]{43}$'),
  public_jwk json not null,
  -- Encrypted with a secret that the database does not know.
  sealed_private bytea not null,
  -- Names that secret without giving it away.
  secret_id text not null,
  created_at timestamptz(3) not null,
  -- A retired key signs no more.
  retired_at timestamptz(3)
);

-- One key signs at a time among the processes that share a secret.
create unique index evidence_keys_signing on evidence_keys (secret_id) where retired_at is null;

alter table evidence_keys enable row level security;

create table evidence_reports (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  -- json, not jsonb: the signed report is told back with its fields in their order.
  report json not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

create index evidence_reports_oldest on evidence_reports (created_at);

alter table evidence_reports enable row level security;
create policy own_workspace on evidence_reports to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert on evidence_reports to einvoice_scoped;
