-- Limits of calls that hold over all processes.

-- Calls that each key may still make now. Unlogged: after a crash of the server every bucket is full, and no call waits
-- for a disk.
create unlogged table call_buckets (
  -- The workspace and the key.
  caller text primary key,
  calls double precision not null,
  -- How many the last request for some was given.
  granted integer not null,
  at timestamptz not null
);

create index call_buckets_oldest on call_buckets (at);

-- Secrets of this installation, made when they are first needed.
create table installation_secrets (
  name text primary key,
  value bytea not null check (octet_length(value) = 32)
);
