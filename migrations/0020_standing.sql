-- What operators watch must be counted cheaply, and told apart by process.

-- Documents that wait for somebody or something; those at rest, which are nearly all, are not in it.
create index documents_open on documents (status)
  where status in ('received', 'validating', 'preparing_send', 'send_failed', 'failed');

-- Since when somebody could do the job: `run_at` moves with every publication.
alter table outbox add column due_at timestamptz not null default now();
update outbox set due_at = case when published_at is null then run_at else created_at end;

-- Which process writes a row: `process` is a number among those of its role, taken over from one that is gone.
alter table process_figures add column owner text;
