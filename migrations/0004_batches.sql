-- Batches: files, VAT numbers, and Peppol participants (radar).

-- Batches of files.
create table batches (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  -- `receiving`: its files are still being uploaded. It is not listed, and is deleted when the upload stops.
  status text not null check (status in ('receiving', 'queued', 'running', 'completed', 'canceled')),
  options json not null,
  -- A synchronous request that was too large is answered with its batch, in the response format of its endpoint.
  answered_as text check (answered_as in ('file', 'files')),
  idempotency_key text check (char_length(idempotency_key) between 1 and 1000),
  request_digest bytea check (octet_length(request_digest) = 32),

  total integer not null,
  valid integer not null default 0 check (valid >= 0),
  invalid integer not null default 0 check (invalid >= 0),
  failed integer not null default 0 check (failed >= 0),
  done integer not null generated always as (valid + invalid + failed) stored,
  -- Members of an archive that are not invoices by name and content: their number, and the first 100 names.
  skipped integer not null default 0,
  skipped_files text[] not null default '{}',

  -- Incremented with each change, for clients that follow the batch.
  sequence integer not null default 1 check (sequence > 0),
  created_by text not null,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),

  primary key (workspace_id, id),
  constraint batches_idempotency_key unique (workspace_id, idempotency_key),
  check (valid + invalid + failed <= total),
  check (total > 0 or status = 'receiving'),
  check ((status in ('completed', 'canceled')) = (completed_at is not null)),
  check ((status = 'completed') = (valid + invalid + failed = total and status <> 'receiving')),
  check (idempotency_key is null or request_digest is not null)
);

create index batches_newest on batches (workspace_id, created_at, id);
create index batches_left on batches (created_at) where status = 'receiving';
create index batches_ended on batches (completed_at) where completed_at is not null;

alter table batches enable row level security;
create policy own_workspace on batches to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update, delete on batches to einvoice_scoped;


-- Files waiting for validation, packed into slices: one job validates many files. A slice is deleted when the content
-- of its files is no longer needed.
create table batch_slices (
  workspace_id text not null,
  batch_id text not null,
  -- Positions of the first and the last file, in order of submission.
  position integer not null check (position >= 0),
  last_position integer not null check (last_position >= position),
  content bytea not null,
  -- How often a worker started the slice.
  starts integer not null default 0 check (starts >= 0),
  -- After a worker was lost: the file that was started separately, and how often.
  begun_position integer,
  begun_starts integer not null default 0 check (begun_starts >= 0),
  primary key (batch_id, position),
  foreign key (workspace_id, batch_id) references batches on delete cascade
);

-- Already compressed.
alter table batch_slices alter column content set storage external;

alter table batch_slices enable row level security;
create policy own_workspace on batch_slices to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update, delete on batch_slices to einvoice_scoped;


create table batch_results (
  workspace_id text not null,
  batch_id text not null,
  position integer not null check (position >= 0),
  filename text not null check (char_length(filename) between 1 and 1000),
  result json,
  error json,
  -- Size of the result as text, because a page of results must fit into memory.
  size_bytes integer not null default 0 check (size_bytes >= 0),
  -- The slice still contains the file, so that it can be validated again.
  retryable boolean not null default false,
  primary key (batch_id, position),
  foreign key (workspace_id, batch_id) references batches on delete cascade,
  check ((result is null) <> (error is null)),
  check (not retryable or error is not null)
);

create index batch_results_retryable on batch_results (batch_id, position) where retryable;

alter table batch_results enable row level security;
create policy own_workspace on batch_results to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update, delete on batch_results to einvoice_scoped;


-- Batches of VAT numbers. The numbers of each member state are verified by one chain of jobs, at the pace of its source.
create table vat_batches (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'canceled')),
  -- VAT number of the requester, for sources that expect it.
  requester text,
  -- Maximum age of a cached answer in seconds. Null: the default lifetimes.
  max_age integer check (max_age >= 0),
  -- A synchronous verification that took too long is answered with its batch.
  answered_as text check (answered_as = 'verification'),

  total integer not null check (total between 1 and 10000),
  valid integer not null default 0 check (valid >= 0),
  invalid integer not null default 0 check (invalid >= 0),
  failed integer not null default 0 check (failed >= 0),
  done integer not null generated always as (valid + invalid + failed) stored,

  -- Incremented with each change, for clients that follow the batch.
  sequence integer not null default 1,
  created_by text not null,
  created_at timestamptz(3) not null,
  -- Until when a source that does not answer is retried.
  give_up_at timestamptz(3) not null,
  completed_at timestamptz(3),

  primary key (workspace_id, id),
  check (valid + invalid + failed <= total),
  check ((status in ('completed', 'canceled')) = (completed_at is not null))
);

create index vat_batches_newest on vat_batches (workspace_id, created_at, id);
create index vat_batches_ended on vat_batches (completed_at) where completed_at is not null;

alter table vat_batches enable row level security;
create policy own_workspace on vat_batches to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on vat_batches to einvoice_scoped;


create table vat_batch_items (
  workspace_id text not null,
  batch_id text not null,
  position integer not null check (position >= 0),
  -- As submitted.
  input text not null check (char_length(input) <= 100),
  -- Null when the input is not a VAT number, which the error explains.
  country text,
  status text not null check (status in ('queued', 'valid', 'invalid', 'failed')),
  -- Failed queries of the source.
  attempts integer not null default 0 check (attempts >= 0),
  result json,
  error json,
  primary key (batch_id, position),
  foreign key (workspace_id, batch_id) references vat_batches on delete cascade,
  check ((status in ('valid', 'invalid')) = (result is not null)),
  check ((status = 'failed') = (error is not null))
);

create index vat_batch_items_queued on vat_batch_items (batch_id, country, position) where status = 'queued';

alter table vat_batch_items enable row level security;
create policy own_workspace on vat_batch_items to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on vat_batch_items to einvoice_scoped;


-- Radars: lists of Peppol participants that are checked repeatedly for changes.
create table radars (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'canceled')),
  document_type text,
  recheck text check (recheck in ('daily', 'weekly')),
  -- The running check, or the last one.
  check_number integer not null check (check_number > 0),

  total integer not null check (total between 1 and 10000),
  registered integer not null default 0 check (registered >= 0),
  not_registered integer not null default 0 check (not_registered >= 0),
  not_supported integer not null default 0 check (not_supported >= 0),
  unknown integer not null default 0 check (unknown >= 0),
  -- Inputs that are not participant identifiers, equal in all checks.
  failed integer not null check (failed >= 0),
  done integer not null generated always as (registered + not_registered + not_supported + unknown + failed) stored,
  changed integer not null default 0 check (changed >= 0),

  -- Incremented with each change, for clients that follow the radar.
  sequence integer not null default 1,
  created_by text not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3) not null,
  completed_at timestamptz(3),
  next_check_at timestamptz(3),

  primary key (workspace_id, id),
  check (registered + not_registered + not_supported + unknown + failed <= total),
  check ((status in ('completed', 'canceled')) = (completed_at is not null)),
  check (next_check_at is null or status = 'completed')
);

create index radars_newest on radars (workspace_id, created_at, id);
create index radars_ended on radars (completed_at) where completed_at is not null and next_check_at is null;

alter table radars enable row level security;
create policy own_workspace on radars to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on radars to einvoice_scoped;


create table radar_participants (
  workspace_id text not null,
  radar_id text not null,
  position integer not null check (position >= 0),
  -- As submitted.
  input text not null check (char_length(input) <= 200),
  -- Null when the input is not a participant identifier, which the error explains.
  participant text,
  hint json,
  error json,
  -- The last check that ended for the participant. 0: none.
  check_number integer not null default 0 check (check_number >= 0),
  -- Failed lookups of the running check.
  attempts integer not null default 0 check (attempts >= 0),
  outcome text check (outcome in ('registered', 'not_registered', 'document_type_not_supported', 'unknown')),
  reason text,
  -- Result of the last successful lookup.
  state json,
  changes json,
  checked_at timestamptz(3),
  primary key (radar_id, position),
  foreign key (workspace_id, radar_id) references radars on delete cascade,
  check ((participant is null) = (error is not null)),
  check ((outcome is null) = (checked_at is null))
);

alter table radar_participants enable row level security;
create policy own_workspace on radar_participants to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on radar_participants to einvoice_scoped;


create table radar_changes (
  workspace_id text not null,
  radar_id text not null,
  check_number integer not null,
  position integer not null,
  participant text not null,
  at timestamptz(3) not null,
  changes json not null,
  primary key (radar_id, check_number, position),
  foreign key (workspace_id, radar_id) references radars on delete cascade
);

alter table radar_changes enable row level security;
create policy own_workspace on radar_changes to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert on radar_changes to einvoice_scoped;
