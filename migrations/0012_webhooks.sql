-- Webhooks: who wants to be told, what they were told, and how they answered.

create table webhooks (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  url text not null check (char_length(url) between 1 and 2000),
  description text check (char_length(description) between 1 and 255),
  -- Types of events, or '*' for all.
  events text[] not null check (cardinality(events) > 0),
  -- Needed to sign, so it can be read again by the service, though by nobody else; sealed when a key is configured.
  secret text not null,
  -- The one before it, which signs too until its time is over.
  previous_secret text,
  previous_secret_until timestamptz(3),
  status text not null check (status in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'request')),
  disabled_at timestamptz(3),
  -- The sequence of the newest delivery, raised under the row's lock: a webhook's deliveries have no gaps.
  last_sequence integer not null default 0 check (last_sequence >= 0),
  -- The one run that delivers now; whoever adds a delivery while there is none starts one, under the row's lock.
  run_id text,
  -- The run that is asked for later, when the next delivery is due again.
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

-- True when the current workspace has a webhook that wants events of this type: asked with every event, so that nothing
-- else is done for workspaces without one.
create function event_is_awaited(type text) returns boolean
  language sql stable
  return exists (
    select from webhooks
    where workspace_id = current_workspace() and status = 'enabled' and events && array[type, '*']
  );

create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  webhook_id text not null,
  sequence integer not null check (sequence > 0),
  -- Goes out as webhook-id, the same with every attempt.
  event_id text not null,
  type text not null,
  -- What is signed and sent, to the byte.
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- All attempts, and those since it was asked for last.
  attempts integer not null default 0 check (attempts >= 0),
  tries integer not null default 0 check (tries between 0 and attempts),
  -- When it was asked for last: retries end a day later.
  asked_at timestamptz(3) not null,
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  constraint webhook_deliveries_event unique (webhook_id, event_id),
  foreign key (workspace_id, webhook_id) references webhooks on delete cascade,
  check ((status = 'pending') = (due_at is not null)),
  check ((status = 'pending') = (ended_at is null))
);

create index webhook_deliveries_newest on webhook_deliveries (workspace_id, webhook_id, sequence);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, sequence) where status = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, sequence) where status = 'failed';
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;

create table webhook_attempts (
  workspace_id text not null,
  delivery_id text not null,
  number integer not null check (number > 0),
  at timestamptz(3) not null,
  latency_ms integer not null check (latency_ms >= 0),
  -- Null when there was no answer.
  response_status integer check (response_status between 100 and 999),
  -- Its first bytes, as text.
  response_body text,
  -- Why it counts as failed; null when it was delivered.
  error text,
  primary key (delivery_id, number),
  foreign key (workspace_id, delivery_id) references webhook_deliveries on delete cascade
);

alter table webhooks enable row level security;
create policy own_workspace on webhooks to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table webhook_deliveries enable row level security;
create policy own_workspace on webhook_deliveries to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table webhook_attempts enable row level security;
create policy own_workspace on webhook_attempts to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update, delete on webhooks to einvoice_scoped;
grant select, insert, update on webhook_deliveries to einvoice_scoped;
grant select, insert on webhook_attempts to einvoice_scoped;
