-- Whose work a job is, and of which kind: the relay hands over the jobs of each line a few at a time, lines in turn, so
-- that no workspace stands in the queue before all others with all it has.

alter table outbox add column line text not null
  generated always as (job || ' ' || coalesce(payload ->> 'workspace_id', '')) stored;

create index outbox_lines on outbox (line, run_at);
