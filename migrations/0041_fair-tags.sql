-- Jobs of all workspaces take turns by start tags (start-time fair queueing).

-- Up to where the job moves its workspace on in its pool; the queue orders by where it begins. Set with each publication.
alter table outbox add column finish_tag bigint;

-- The largest start tag of a job that a worker has begun, by pool; priorities in the queue are counted from the base.
create table queue_clocks (
  pool text primary key,
  started bigint not null default 0,
  base bigint not null default 0
);
