-- Many VAT numbers with one progress. Each state of a batch is asked by one chain of jobs, at its own pace.

create table vat_batches (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'canceled')),
  -- Who asks, where the sources shall be told.
  requester text,
  -- How old an answer may be, in seconds; null: the usual lifetimes.
  max_age integer check (max_age >= 0),
  total integer not null check (total between 1 and 10000),
  valid integer not null default 0 check (valid >= 0),
  invalid integer not null default 0 check (invalid >= 0),
  failed integer not null default 0 check (failed >= 0),
  done integer not null generated always as (valid + invalid + failed) stored,
  created_by text not null,
  created_at timestamptz(3) not null,
  -- Until when a source that does not answer is asked again.
  give_up_at timestamptz(3) not null,
  completed_at timestamptz(3),
  primary key (workspace_id, id),
  check (valid + invalid + failed <= total),
  check ((status in ('completed', 'canceled')) = (completed_at is not null))
);

create index vat_batches_ended on vat_batches (completed_at) where completed_at is not null;

create table vat_batch_items (
  workspace_id text not null,
  batch_id text not null,
  position integer not null check (position >= 0),
  -- As it was sent.
  input text not null check (char_length(input) <= 100),
  -- Null: it cannot be a VAT number, which its error says.
  country text,
  status text not null check (status in ('queued', 'valid', 'invalid', 'failed')),
  -- How often its source was asked in vain.
  attempts integer not null default 0 check (attempts >= 0),
  result json,
  error json,
  primary key (batch_id, position),
  foreign key (workspace_id, batch_id) references vat_batches on delete cascade,
  check ((status in ('valid', 'invalid')) = (result is not null)),
  check ((status = 'failed') = (error is not null))
);

create index vat_batch_items_queued on vat_batch_items (batch_id, country, position) where status = 'queued';

alter table vat_batches enable row level security;
create policy own_workspace on vat_batches to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table vat_batch_items enable row level security;
create policy own_workspace on vat_batch_items to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on vat_batches to einvoice_scoped;
grant select, insert, update on vat_batch_items to einvoice_scoped;
