-- SFTP: public keys and settings of workspaces, host keys, and home folders.

create table sftp_keys (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  name text not null check (char_length(name) between 1 and 100),
  algorithm text not null,
  -- In the format of OpenSSH: `SHA256:` and base64 without padding.
  fingerprint text not null check (fingerprint ~ '^SHA256:[A-Za-z0-9+/]{43}$'),
  -- Wire format of RFC 4253, section 6.6.
  public_key bytea not null,
  -- Permitted client addresses and blocks. Empty: all.
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

-- A workspace has each key once. A revoked key can be added again.
create unique index sftp_keys_fingerprint on sftp_keys (workspace_id, fingerprint) where revoked_at is null;

alter table sftp_keys enable row level security;
create policy own_workspace on sftp_keys to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update (revoked_at) on sftp_keys to einvoice_scoped;


-- Processing of files that a workspace uploads.
create table sftp_settings (
  workspace_id text primary key references workspaces on delete cascade,
  language text not null check (language in ('sk', 'en')),
  steps text[] not null check (
    steps <@ array['validate', 'evidence', 'render', 'send_preparation'] and 'validate' = any (steps)
  ),
  -- Partner for which documents are prepared.
  partner text,
  trigger_files boolean not null,
  manifest boolean not null,
  updated_at timestamptz(3) not null,
  check (('send_preparation' = any (steps)) = (partner is not null))
);

alter table sftp_settings enable row level security;
create policy own_workspace on sftp_settings to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on sftp_settings to einvoice_scoped;


-- Host keys, one per algorithm. The first server stores them, and all servers use them.
create table sftp_host_keys (
  algorithm text primary key,
  fingerprint text not null,
  sealed_private text not null,
  -- 0 until a server listens.
  port integer not null default 0,
  seen_at timestamptz(3) not null
);


-- Workspaces with folders of the SFTP intake. There is no foreign key: a row outlives its workspace until its folders
-- are deleted. Folders without a row are not deleted, so that an empty database does not delete files.
create table sftp_homes (
  id text primary key
);
