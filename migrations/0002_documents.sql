-- Documents, their timelines and what was stored about them.

create table documents (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  status text not null check (status in (
    'received', 'validating', 'validated', 'invalid', 'preparing_send', 'send_prepared', 'send_failed',
    'canceled', 'failed'
  )),
  filename text not null check (char_length(filename) between 1 and 1000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer not null check (size_bytes >= 0),
  external_id text check (char_length(external_id) between 1 and 255),
  -- json, not jsonb, here and below: nothing queries into it, and it keeps every text and the order of the fields.
  metadata json not null,
  steps text[] not null check (steps <@ array['validate', 'evidence', 'render'] and 'validate' = any (steps)),
  summary json,
  counts json,
  error json,
  -- The sequence of the newest event; it is raised under the row's lock, so a timeline has no gaps.
  last_sequence integer not null check (last_sequence > 0),
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 1000),
  request_digest bytea not null check (octet_length(request_digest) = 32),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint documents_idempotency_key unique (workspace_id, idempotency_key),
  check ((status = 'failed') = (error is not null))
);

create index documents_newest on documents (workspace_id, created_at, id);
create index documents_by_status on documents (workspace_id, status, created_at, id);
create index documents_by_external_id on documents (workspace_id, external_id, created_at, id)
  where external_id is not null;

create table document_events (
  workspace_id text not null,
  document_id text not null,
  sequence integer not null check (sequence > 0),
  id text not null unique,
  type text not null check (type in (
    'document.received', 'validation.started', 'validation.completed', 'evidence.created', 'render.completed',
    'send_preparation.started', 'send.prepared', 'send.failed', 'document.canceled', 'document.failed',
    'document.erased', 'step.retried'
  )),
  at timestamptz(3) not null,
  actor text not null,
  data json not null check (json_typeof(data) = 'object'),
  constraint document_events_sequence primary key (document_id, sequence),
  foreign key (workspace_id, document_id) references documents on delete cascade
);

-- A timeline is append-only for everybody, the owner of the table included. It ends with its workspace alone, and that
-- happens to expired throw-away workspaces alone.
create function refuse_event_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (
    select from workspaces where id = old.workspace_id and (expires_at is null or expires_at > now())
  ) then
    return old;
  end if;
  raise exception 'the timeline of a document is append-only' using errcode = 'restrict_violation';
end
$$;

create trigger document_events_append_only before update or delete on document_events
  for each row execute function refuse_event_change();
create trigger document_events_no_truncate before truncate on document_events
  for each statement execute function refuse_event_change();

create table document_artifacts (
  workspace_id text not null,
  document_id text not null,
  name text not null check (name in (
    'invoice.xml', 'validation.json', 'evidence.zip', 'invoice.html', 'invoice.pdf', 'send-package.xml'
  )),
  media_type text not null,
  size_bytes integer not null generated always as (octet_length(content)) stored,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  created_at timestamptz(3) not null,
  primary key (document_id, name),
  foreign key (workspace_id, document_id) references documents on delete cascade
);

-- Stored uncompressed and out of line, a range of the content is read without the rest.
alter table document_artifacts alter column content set storage external;

alter table documents enable row level security;
create policy own_workspace on documents to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table document_events enable row level security;
create policy own_workspace on document_events to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table document_artifacts enable row level security;
create policy own_workspace on document_artifacts to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on documents to einvoice_scoped;
grant select, insert on document_events to einvoice_scoped;
grant select, insert, update, delete on document_artifacts to einvoice_scoped;
