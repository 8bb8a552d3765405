-- Schema of release 1.0.0, part 1: the role of workspace queries, background jobs, and secrets of the installation.
--
-- The files 0001 to 0012 create the schema in dependency order, one file per module. Later releases add files; a file
-- is never changed after its release.

-- Roles belong to the whole cluster: another database or an administrator may have created this one already. A
-- superuser may use any role; other users must be members. Since PostgreSQL 16 membership needs the SET option.
do $$
declare
  privilege constant text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
begin
  if not exists (select from pg_roles where rolname = 'einvoice_scoped') then
    create role einvoice_scoped nologin;
  end if;
  if not pg_has_role('einvoice_scoped', privilege) then
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

-- Workspace of the current transaction, used by all row-level security policies. Null, which matches no row, outside
-- of a workspace.
create function current_workspace() returns text
  language sql stable parallel safe
  return nullif(current_setting('app.workspace_id', true), '');


-- Jobs that a committed transaction requested and that are not done yet.
create table outbox (
  id text primary key,
  job text not null,
  payload jsonb not null,
  -- Jobs of one workspace and kind can be split into lanes, for example one per partner, so that a slow partner delays
  -- only its own jobs.
  lane text,
  -- The relay publishes a few jobs of each line at a time, so that no workspace fills the queue.
  line text not null
    generated always as (job || ' ' || coalesce(payload ->> 'workspace_id', '') || coalesce(' ' || lane, '')) stored,
  -- Next publication to the queue. After a publication: time of the next one, if the job is not done by then.
  run_at timestamptz not null default now(),
  -- Earliest time at which the job could run. Unlike run_at it does not change when the job is published.
  due_at timestamptz not null default now(),
  published_at timestamptz,
  -- Finish tag of start-time fair queueing, set with each publication. The queue orders by start tags.
  finish_tag bigint,
  failures integer not null default 0,
  -- Traces that the job continues (W3C traceparent), the first one first. Null when tracing is disabled.
  traces text[],
  created_at timestamptz not null default now()
);

create index outbox_due on outbox (run_at);
create index outbox_lines on outbox (line, run_at);

-- Workspace transactions may request jobs, but not read those of other workspaces.
grant insert on outbox to einvoice_scoped;


-- Virtual time of start-time fair queueing: the largest start tag of a started job in each worker pool. Priorities in
-- the queue are counted from the base.
create table queue_clocks (
  pool text primary key,
  started bigint not null default 0,
  base bigint not null default 0
);


-- Recurring jobs. The process that advances the row to the next period requests the job, so that it runs once.
create table schedules (
  job text primary key,
  period timestamptz not null
);


-- Jobs whose last attempt failed, until an operator retries or deletes them.
create table failed_jobs (
  id text primary key,
  job text not null,
  payload jsonb not null,
  -- Describes the error without the content of documents.
  error text not null,
  created_at timestamptz not null,
  failed_at timestamptz not null default now()
);

create index failed_jobs_newest on failed_jobs (failed_at, id);
create index failed_jobs_workspace on failed_jobs ((payload ->> 'workspace_id'), failed_at, id);


-- Metrics that one process measures and another exposes. Unlogged: lost in a crash and measured again.
create unlogged table process_figures (
  -- Role and number of the process. The number of an ended process is reused.
  process text primary key,
  owner text,
  figures json not null,
  at timestamptz not null
);


-- Random secrets of this installation, created on first use. A secret that is encrypted with SECRETS_KEY has its own
-- row with the value in `sealed`.
create table installation_secrets (
  name text primary key,
  value bytea check (octet_length(value) = 32),
  sealed text,
  check ((value is null) <> (sealed is null))
);


-- Fingerprints of secrets that are configured outside of the database. A process that is started with another secret,
-- for example after a restore, is detected before its work fails. Only a process whose secret decrypts the stored data
-- writes a fingerprint.
create table secret_fingerprints (
  -- Configuration variable.
  name text primary key check (name in ('EVIDENCE_SECRET', 'SECRETS_KEY')),
  fingerprint text not null,
  recorded_at timestamptz not null default now(),
  -- Since when all secrets in the database are encrypted: from then on an unencrypted one was not written by the
  -- service. Null: not all are encrypted yet.
  encrypted_at timestamptz
);
