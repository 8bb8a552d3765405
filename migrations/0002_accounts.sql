-- Accounts: workspaces, API keys, limits, usage, the audit trail, and requests for production keys.

create table workspaces (
  id text primary key,
  name text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  -- Plans are defined in the configuration.
  plan text not null default 'pay-as-you-go' check (plan ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  created_at timestamptz(3) not null,
  -- Only temporary sandbox workspaces expire.
  expires_at timestamptz(3)
);

create index workspaces_expiry on workspaces (expires_at) where expires_at is not null;

-- Only an expired workspace may be deleted. The foreign keys of the other tables delete its content.
create function refuse_living_workspace() returns trigger
  language plpgsql as $$
begin
  if old.expires_at is null or old.expires_at > now() then
    raise exception 'workspace % has not expired', old.id using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;

create trigger workspaces_keep before delete on workspaces
  for each row execute function refuse_living_workspace();

alter table workspaces enable row level security;
create policy own_workspace on workspaces to einvoice_scoped
  using (id = current_workspace());

grant select on workspaces to einvoice_scoped;

-- Requests without an API key belong to this workspace.
insert into workspaces (id, name, environment, created_at) values ('public', 'Public', 'production', now());


create table api_keys (
  id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  name text not null,
  -- SHA-256 of the key. The key itself is not stored.
  digest bytea not null unique check (octet_length(digest) = 32),
  prefix text not null,
  last_four text not null check (char_length(last_four) = 4),
  role text not null check (role in ('viewer', 'developer', 'admin')),
  environment text not null check (environment in ('sandbox', 'production')),
  -- Id of the key that created it, or `operator`.
  created_by text not null default 'operator',
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Id of the key that it was rotated to.
  replaced_by text
);

create index api_keys_of_workspace on api_keys (workspace_id, created_at, id);

-- A revocation is final.
create function refuse_key_revival() returns trigger
  language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'the revocation of the key % is final', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger api_keys_stay_revoked before update on api_keys
  for each row execute function refuse_key_revival();

alter table api_keys enable row level security;
create policy own_workspace on api_keys to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

-- Only the end of a key can change.
grant select, insert on api_keys to einvoice_scoped;
grant update (expires_at, revoked_at, replaced_by) on api_keys to einvoice_scoped;


-- Incremented in the transaction of each change that can end a key. Keys cached by a process are valid as long as the
-- number is unchanged.
create table key_epoch (
  the_only_row boolean primary key default true check (the_only_row),
  number bigint not null
);

insert into key_epoch (number) values (1);

create function raise_key_epoch() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update key_epoch set number = number + 1;
  return null;
end
$$;

create trigger api_keys_changed after update or delete on api_keys
  for each row execute function raise_key_epoch();
create trigger workspaces_changed after update of expires_at on workspaces
  for each row execute function raise_key_epoch();


-- Requests for a production key. They exist before the workspace, so they belong to none.
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
  -- Reason of a refusal.
  reason text,
  workspace text references workspaces (id) on delete set null,
  -- SHA-256 of the token in the link that shows the key once.
  link_digest bytea unique,
  link_expires_at timestamptz(3),
  link_used_at timestamptz(3),
  key_id text,
  check (coalesce(ico, vat) is not null),
  check ((status in ('approved', 'refused')) = (decided_at is not null))
);

create index key_requests_by_time on key_requests (created_at, id);
create index key_requests_by_workspace on key_requests (workspace);


-- Requests without an API key per client and UTC day. The client address is stored as a digest and deleted after the
-- day. A row can have 0 calls: a request that was rejected as malformed is not counted.
create table public_calls (
  day date not null,
  client bytea not null check (octet_length(client) = 32),
  calls integer not null check (calls >= 0),
  primary key (day, client)
);


-- Token buckets of the rate limits, shared by all processes. Unlogged, so that no request waits for the disk: after a
-- crash of the server all buckets are full.
create unlogged table call_buckets (
  -- Workspace and key.
  caller text primary key,
  -- Remaining tokens.
  calls double precision not null,
  -- Tokens granted to the last process that asked for some.
  granted integer not null,
  at timestamptz not null
);

create index call_buckets_oldest on call_buckets (at);


-- Billable calls per workspace, UTC month and product.
create table usage_counts (
  workspace_id text not null references workspaces on delete cascade,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  product text not null check (product ~ '^[a-z]+(-[a-z]+)*$'),
  calls bigint not null check (calls > 0),
  primary key (workspace_id, month, product)
);

alter table usage_counts enable row level security;
create policy own_workspace on usage_counts to einvoice_scoped
  using (workspace_id = current_workspace());

grant select on usage_counts to einvoice_scoped;


-- Work that can be reported twice, such as a repeated job, stores a receipt with its first report, and is counted once.
create table usage_receipts (
  workspace_id text not null references workspaces on delete cascade,
  receipt text not null check (char_length(receipt) between 1 and 255),
  at timestamptz(3) not null,
  primary key (workspace_id, receipt)
);

create index usage_receipts_oldest on usage_receipts (at);

alter table usage_receipts enable row level security;
create policy own_workspace on usage_receipts to einvoice_scoped
  using (workspace_id = current_workspace());


-- Audit trail: who did what in a workspace. Partitioned by month (0012).
create table audit_entries (
  workspace_id text not null references workspaces on delete cascade,
  id text not null primary key,
  at timestamptz(3) not null,
  actor text not null,
  -- Role of the actor's key at that time. Null for the operator.
  role text,
  action text not null check (char_length(action) between 1 and 100),
  resource text check (char_length(resource) <= 1000),
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  -- HTTP status. Null when there was no response.
  status integer check (status between 100 and 599),
  -- Code of the problem. Null when the action succeeded.
  code text,
  client_address text,
  request_id text
) partition by range (id);

create index audit_entries_newest on audit_entries (workspace_id, at, id);

-- The trail is append-only for all users, including the owner of the table. Its rows are deleted only with an expired
-- workspace, or with their month.
create function refuse_audit_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (
    select from workspaces where id = old.workspace_id and (expires_at is null or expires_at > now())
  ) then
    return old;
  end if;
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end
$$;

create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();

alter table audit_entries enable row level security;
create policy own_workspace on audit_entries to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

-- Workspace queries read the trail. Only the service writes it.
grant select on audit_entries to einvoice_scoped;
