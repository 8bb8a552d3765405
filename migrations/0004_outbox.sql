-- Work that a committed transaction asked for and that is not done yet.

create table outbox (
  id text primary key,
  job text not null,
  payload jsonb not null,
  -- When the queue shall have it; once it has it, when it shall have it again should nobody have done it by then.
  run_at timestamptz not null default now(),
  -- When the queue got it last.
  published_at timestamptz,
  created_at timestamptz not null default now()
);

create index outbox_due on outbox (run_at);

-- A record's transaction may ask for work; it may not see what others asked for.
grant insert on outbox to einvoice_scoped;
