-- Batches: many files, one progress.

create table batches (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'canceled')),
  options json not null,
  total integer not null check (total > 0),
  valid integer not null default 0 check (valid >= 0),
  invalid integer not null default 0 check (invalid >= 0),
  failed integer not null default 0 check (failed >= 0),
  done integer not null generated always as (valid + invalid + failed) stored,
  created_by text not null,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  primary key (workspace_id, id),
  check (valid + invalid + failed <= total),
  check ((status = 'completed') = (valid + invalid + failed = total)),
  check ((status in ('completed', 'canceled')) = (completed_at is not null))
);

create index batches_newest on batches (workspace_id, created_at, id);

create table batch_items (
  workspace_id text not null,
  batch_id text not null,
  position integer not null check (position >= 0),
  id text not null unique,
  status text not null check (status in ('queued', 'judged', 'failed', 'canceled')),
  filename text not null check (char_length(filename) between 1 and 1000),
  -- Deleted as soon as the file is judged.
  content bytea,
  result json,
  error json,
  primary key (batch_id, position),
  foreign key (workspace_id, batch_id) references batches on delete cascade,
  check ((status = 'queued') = (content is not null)),
  check ((status = 'judged') = (result is not null)),
  check ((status = 'failed') = (error is not null))
);

alter table batch_items alter column content set storage external;

alter table batches enable row level security;
create policy own_workspace on batches to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table batch_items enable row level security;
create policy own_workspace on batch_items to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on batches to einvoice_scoped;
grant select, insert, update on batch_items to einvoice_scoped;
