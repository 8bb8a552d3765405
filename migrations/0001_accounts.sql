-- Workspaces, their keys and the role that every scoped query runs as.

-- Roles belong to the whole cluster, so another database of it, or its administrator, may have made this one already. A
-- superuser may take on any role; everybody else must be a member who may (before PostgreSQL 16 every member may).
do $$
declare
  becoming constant text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
begin
  if not exists (select from pg_roles where rolname = 'einvoice_scoped') then
    create role einvoice_scoped nologin;
  end if;
  if not pg_has_role('einvoice_scoped', becoming) then
    execute format('grant einvoice_scoped to %I', current_user);
  end if;
exception when insufficient_privilege then
  raise insufficient_privilege using message = format(
    'the user %I may not work as the role einvoice_scoped; an administrator of the database server has to run once: '
    'create role einvoice_scoped nologin; grant einvoice_scoped to %I',
    current_user, current_user
  );
end
$$;

-- The workspace that the current transaction may see; null outside one, which matches no row.
create function current_workspace() returns text
  language sql stable parallel safe
  return nullif(current_setting('app.workspace_id', true), '');

create table workspaces (
  id text primary key,
  name text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  created_at timestamptz(3) not null,
  -- Throw-away workspaces alone have an end.
  expires_at timestamptz(3)
);

create index workspaces_expiry on workspaces (expires_at) where expires_at is not null;

-- Only an expired workspace may go. Its content goes with it, by the foreign keys of the other tables.
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

create table api_keys (
  id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  name text not null,
  -- SHA-256 of the key; the key itself is stored nowhere.
  digest bytea not null unique check (octet_length(digest) = 32),
  prefix text not null,
  last_four text not null check (char_length(last_four) = 4),
  role text not null check (role in ('viewer', 'developer', 'admin')),
  environment text not null check (environment in ('sandbox', 'production')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);

create index api_keys_of_workspace on api_keys (workspace_id, created_at, id);

-- Calls without a key, per client and UTC day. The client's address is kept as a digest, and no longer than its day.
create table public_calls (
  day date not null,
  client bytea not null check (octet_length(client) = 32),
  calls integer not null check (calls > 0),
  primary key (day, client)
);

alter table workspaces enable row level security;
create policy own_workspace on workspaces to einvoice_scoped
  using (id = current_workspace());

alter table api_keys enable row level security;
create policy own_workspace on api_keys to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select on workspaces to einvoice_scoped;
grant select, insert, update on api_keys to einvoice_scoped;

-- Whoever calls without a key works here.
insert into workspaces (id, name, environment, created_at) values ('public', 'Public', 'production', now());
