-- Who may put files by SFTP, and how each workspace wants its results.

create table sftp_keys (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  name text not null check (char_length(name) between 1 and 100),
  algorithm text not null,
  -- As OpenSSH writes it: SHA256: and base64 without padding.
  fingerprint text not null check (fingerprint ~ '^SHA256:[A-Za-z0-9+/]{43}$'),
  -- The public half in the wire format of RFC 4253, 6.6.
  public_key bytea not null,
  -- Addresses and blocks that it may come from; empty: any.
  addresses text[] not null default '{}',
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_from text,
  primary key (workspace_id, id),
  check ((last_used_at is null) = (last_used_from is null))
);

-- A key works once in a workspace; a revoked one may be added again.
create unique index sftp_keys_fingerprint on sftp_keys (workspace_id, fingerprint) where revoked_at is null;

create table sftp_settings (
  workspace_id text primary key references workspaces on delete cascade,
  language text not null check (language in ('sk', 'en')),
  steps text[] not null check (
    steps <@ array['validate', 'evidence', 'render', 'send_preparation'] and 'validate' = any (steps)
  ),
  -- For whom documents are prepared.
  partner text,
  trigger_files boolean not null,
  manifest boolean not null,
  updated_at timestamptz(3) not null,
  check (('send_preparation' = any (steps)) = (partner is not null))
);

-- What servers show of themselves, so that the API can tell it; their private halves stay on their disks.
create table sftp_host_keys (
  fingerprint text primary key,
  algorithm text not null,
  port integer not null,
  seen_at timestamptz(3) not null
);

alter table sftp_keys enable row level security;
create policy own_workspace on sftp_keys to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
grant select, insert, update (revoked_at) on sftp_keys to einvoice_scoped;

alter table sftp_settings enable row level security;
create policy own_workspace on sftp_settings to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
grant select, insert, update on sftp_settings to einvoice_scoped;
