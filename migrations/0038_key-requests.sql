-- Who has asked for a key of production, what was found out about them, and what became of it. No workspace's own: it
-- is there before the workspace.
create table key_requests (
  id text primary key,
  status text not null check (status in ('received', 'verifying', 'approved', 'refused')),
  company text not null,
  ico text,
  vat text,
  contact text not null,
  email text not null,
  purpose text not null,
  vat_status text not null check (vat_status in ('none', 'valid', 'invalid', 'unknown')),
  vat_name text,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  reason text,
  workspace text references workspaces (id) on delete set null,
  -- SHA-256 of the word in the link by which the key is taken, once.
  link_digest bytea unique,
  link_expires_at timestamptz(3),
  link_used_at timestamptz(3),
  key_id text,
  check (coalesce(ico, vat) is not null),
  check ((status in ('approved', 'refused')) = (decided_at is not null))
);
create index key_requests_by_time on key_requests (created_at, id);
create index key_requests_by_workspace on key_requests (workspace);
