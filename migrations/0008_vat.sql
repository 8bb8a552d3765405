-- VAT numbers: cached answers of public registers, their availability, and limits of concurrent queries. The data is
-- public, so it belongs to no workspace.

-- Cached answers. Consultation numbers are proof of the requester's own query and are never cached.
create table vat_answers (
  vat text primary key,
  source text not null,
  valid boolean not null,
  name text,
  address text,
  -- In the format of the source.
  request_date text,
  checked_at timestamptz(3) not null
);

create index vat_answers_oldest on vat_answers (checked_at);


-- Calls per minute to sources with an hourly limit, counted over all processes.
create table vat_calls (
  source text not null,
  minute timestamptz(0) not null,
  calls integer not null check (calls > 0),
  primary key (source, minute)
);


-- Queries of the sources per minute, for their current availability.
create table vat_attempts (
  minute timestamptz(0) not null,
  country text not null,
  channel text not null,
  -- `answered`, or the reason why there was no answer.
  outcome text not null,
  attempts integer not null check (attempts > 0),
  milliseconds bigint not null,
  slowest integer not null,
  primary key (minute, country, channel, outcome)
);


-- Queries of the sources per hour and duration, for their availability over a month.
create table vat_hours (
  hour timestamptz(0) not null,
  country text not null,
  -- Whether the source was available: it answered, or rejected the number.
  verdict boolean not null,
  -- Upper bound of the histogram bucket, in milliseconds.
  within integer not null check (within > 0),
  attempts bigint not null check (attempts > 0),
  primary key (hour, country, verdict, within)
);


-- Slots for concurrent queries of a source, shared by all processes. A lane is the scope of a limit, for example one
-- member state over one channel. Unlogged like the two tables below, so that no query waits for the disk: the rows have
-- no value after a crash of the server.
create unlogged table source_places (
  lane text not null,
  place integer not null check (place > 0),
  -- The query that uses the slot. It loses the slot when it does not release it in time.
  holder text,
  held_until timestamptz not null default '-infinity',
  -- Closed while the source rejects this number of concurrent queries.
  closed_until timestamptz not null default '-infinity',
  primary key (lane, place)
);

-- Processes that wait for a slot. A process that has not renewed its request by `until` no longer waits.
create unlogged table source_queue (
  lane text not null,
  process text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (lane, process)
);

-- Next permitted query of sources with a limit per second.
create unlogged table source_paces (
  source text primary key,
  free_at timestamptz not null
);
