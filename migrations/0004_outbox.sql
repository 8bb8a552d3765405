-- Work that a committed transaction asked for and the queue does not have yet.

create table outbox (
  id text primary key,
  job text not null,
  payload jsonb not null,
  run_at timestamptz,
  created_at timestamptz not null default now()
);

create index outbox_oldest on outbox (created_at, id);

-- A record's transaction may ask for work; it may not see what others asked for.
grant insert on outbox to einvoice_scoped;
