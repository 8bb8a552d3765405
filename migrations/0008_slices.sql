-- Batches that arrive, are stored and are judged in slices: a job carries many files, and what is stored of a file
-- after it was judged is its result alone.

-- Work under way was stored one file a job, which no worker does any more.
delete from outbox where job = 'batch.validate-file';
update batches set status = 'canceled', completed_at = now() where status in ('queued', 'running');
delete from batch_items where status in ('queued', 'canceled');

alter table batches
  -- Grows with every change, so that whoever follows a batch knows what is new.
  add column sequence integer not null default 1 check (sequence > 0),
  add column idempotency_key text check (char_length(idempotency_key) between 1 and 1000),
  add column request_digest bytea check (octet_length(request_digest) = 32),
  add constraint batches_idempotency_key unique (workspace_id, idempotency_key),
  drop constraint batches_status_check,
  drop constraint batches_total_check,
  drop constraint batches_check1,
  -- receiving: its files still arrive. Nobody sees it yet, and it goes when they stop to.
  add check (status in ('receiving', 'queued', 'running', 'completed', 'canceled')),
  add check (total > 0 or status = 'receiving'),
  add check ((status = 'completed') = (valid + invalid + failed = total and status <> 'receiving')),
  add check (idempotency_key is null or request_digest is not null);

create index batches_left on batches (created_at) where status = 'receiving';
create index batches_ended on batches (completed_at) where completed_at is not null;

-- Files that wait to be judged, packed together. A slice goes when nobody needs the content of its files any more.
create table batch_slices (
  workspace_id text not null,
  batch_id text not null,
  -- Of its first and its last file, in the order of submission.
  position integer not null check (position >= 0),
  last_position integer not null check (last_position >= position),
  content bytea not null,
  -- How often a worker began it.
  starts integer not null default 0 check (starts >= 0),
  -- The file that was begun by itself, and how often, after the slice was lost once.
  begun_position integer,
  begun_starts integer not null default 0 check (begun_starts >= 0),
  primary key (batch_id, position),
  foreign key (workspace_id, batch_id) references batches on delete cascade
);

-- It is compressed already.
alter table batch_slices alter column content set storage external;

alter table batch_items rename to batch_results;
alter table batch_results
  drop column id,
  drop column status,
  drop column content,
  -- Of the result as text: a page of results must fit into memory.
  add column size_bytes integer not null default 0 check (size_bytes >= 0),
  -- The content is kept: the file can be judged again.
  add column retryable boolean not null default false,
  add check ((result is null) <> (error is null)),
  add check (not retryable or error is not null);
alter table batch_results rename constraint batch_items_pkey to batch_results_pkey;
alter table batch_results rename constraint batch_items_filename_check to batch_results_filename_check;
alter table batch_results rename constraint batch_items_position_check to batch_results_position_check;
alter table batch_results
  rename constraint batch_items_workspace_id_batch_id_fkey to batch_results_workspace_id_batch_id_fkey;
update batch_results set size_bytes = octet_length(coalesce(result, error)::text);

create index batch_results_retryable on batch_results (batch_id, position) where retryable;

alter table batch_slices enable row level security;
create policy own_workspace on batch_slices to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant delete on batches to einvoice_scoped;
grant select, insert, update, delete on batch_slices to einvoice_scoped;
grant delete on batch_results to einvoice_scoped;
