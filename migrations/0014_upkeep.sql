-- What runs by the clock, what failed for good, and what each process has measured.

-- Work that comes again: whoever moves the row on to a period asks for its job, so each period has one.
create table schedules (
  job text primary key,
  period timestamptz not null
);

-- How often a job was tried and failed; the row of a job that is never retried is never written again.
alter table outbox add column failures integer not null default 0;

-- Jobs whose last attempt failed, until a person has looked at them.
create table failed_jobs (
  id text primary key,
  job text not null,
  payload jsonb not null,
  -- Names the fault, not the content.
  error text not null,
  created_at timestamptz not null,
  failed_at timestamptz not null default now()
);

create index failed_jobs_newest on failed_jobs (failed_at, id);

-- Figures that are told by another process than the one that measured them. Lost with a crash, and measured again.
create unlogged table process_figures (
  process text primary key,
  figures json not null,
  at timestamptz not null
);
