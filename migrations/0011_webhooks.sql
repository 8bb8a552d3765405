-- Webhooks: subscriptions, deliveries and their attempts.

create table webhooks (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  url text not null check (char_length(url) between 1 and 2000),
  description text check (char_length(description) between 1 and 255),
  -- Event types, or '*' for all.
  events text[] not null check (cardinality(events) > 0),

  -- Signing secret; encrypted when SECRETS_KEY is configured.
  secret text not null,
  -- After a rotation the previous secret also signs, until this time.
  previous_secret text,
  previous_secret_until timestamptz(3),
  -- Secrets before the previous one that still sign, newest first: [{ secret, until }]. A second rotation must not
  -- lock out a receiver that has not changed its secret yet.
  earlier_secrets jsonb not null default '[]',

  status text not null check (status in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'request')),
  disabled_at timestamptz(3),

  -- Sequence of the newest delivery. It is incremented under the lock of the row, so that deliveries have no gaps.
  last_sequence integer not null default 0 check (last_sequence >= 0),
  -- The job that delivers now. A transaction that adds a delivery starts one when there is none, under the lock of the
  -- row.
  run_id text,
  -- The job that is scheduled for the next retry.
  wake_id text,
  wake_at timestamptz(3),

  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,

  primary key (workspace_id, id),
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((status = 'disabled') = (disabled_at is not null)),
  check (status = 'enabled' or (run_id is null and wake_id is null)),
  check ((wake_id is null) = (wake_at is null))
);

alter table webhooks enable row level security;
create policy own_workspace on webhooks to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update, delete on webhooks to einvoice_scoped;

-- True when the current workspace has a webhook for the event type. It is called with each event, so that workspaces
-- without webhooks need no further work.
create function event_is_awaited(type text) returns boolean
  language sql stable
  return exists (
    select from webhooks
    where workspace_id = current_workspace() and status = 'enabled' and events && array[type, '*']
  );


-- Partitioned by the month of the event (0012).
create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  webhook_id text not null,
  sequence integer not null check (sequence > 0),
  -- Header webhook-id, equal in all attempts.
  event_id text not null,
  type text not null,
  -- The exact bytes that are signed and sent.
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- All attempts, and those since the last request for a delivery.
  attempts integer not null default 0 check (attempts >= 0),
  tries integer not null default 0 check (tries between 0 and attempts),
  -- Last request for a delivery. Retries end one day later.
  asked_at timestamptz(3) not null,
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, id, event_id),
  constraint webhook_deliveries_event unique (webhook_id, event_id),
  foreign key (workspace_id, webhook_id) references webhooks on delete cascade,
  check ((status = 'pending') = (due_at is not null)),
  check ((status = 'pending') = (ended_at is null))
) partition by range (event_id);

create index webhook_deliveries_newest on webhook_deliveries (workspace_id, webhook_id, sequence);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, sequence) where status = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, sequence) where status = 'failed';

alter table webhook_deliveries enable row level security;
create policy own_workspace on webhook_deliveries to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on webhook_deliveries to einvoice_scoped;


-- Partitioned by the month of the delivery (0012). Partitions do not refer to partitions, so that a month can be
-- dropped: a trigger deletes the attempts with their delivery.
create table webhook_attempts (
  workspace_id text not null references workspaces on delete cascade,
  delivery_id text not null,
  number integer not null check (number > 0),
  at timestamptz(3) not null,
  latency_ms integer not null check (latency_ms >= 0),
  -- Null when there was no response.
  response_status integer check (response_status between 100 and 999),
  -- The first bytes of the response as text.
  response_body text,
  -- Why the attempt failed. Null when it succeeded.
  error text,
  primary key (delivery_id, number)
) partition by range (delivery_id);

alter table webhook_attempts enable row level security;
create policy own_workspace on webhook_attempts to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert on webhook_attempts to einvoice_scoped;

-- Workspace queries may not delete attempts, so the function runs as the owner of the table.
create function delete_attempts() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from webhook_attempts where workspace_id = old.workspace_id and delivery_id = old.id;
  return null;
end
$$;

create trigger webhook_deliveries_attempts after delete on webhook_deliveries
  for each row execute function delete_attempts();
