-- Documents with their timelines, their artifacts, and artifacts stored outside of the database.

create table documents (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  status text not null check (status in (
    'received', 'validating', 'validated', 'invalid', 'preparing_send', 'send_prepared', 'send_failed',
    'sending', 'sent', 'send_refused', 'send_unknown', 'delivered', 'delivery_failed', 'canceled', 'failed'
  )),

  -- As submitted.
  filename text not null check (char_length(filename) between 1 and 1000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer not null check (size_bytes >= 0),
  external_id text check (char_length(external_id) between 1 and 255),
  -- json instead of jsonb here and below: no query reads into it, and it preserves texts and the order of fields.
  metadata json not null,
  steps text[] not null check (
    steps <@ array['validate', 'evidence', 'render', 'send_preparation'] and 'validate' = any (steps)
  ),
  -- Rule set, date and layers that the client requested.
  options jsonb not null default '{}',
  -- Recipient, and the partner's id of a document that the partner received. Null: submitted by a client.
  inbound json,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 1000),
  request_digest bytea not null check (octet_length(request_digest) = 32),

  -- Result of the validation. Null until then.
  summary json,
  counts json,
  -- Rule set that was applied, and its coverage of the specification that the document names.
  ruleset json,
  error json,

  -- Optional steps that were requested and have not ended, and those that failed finally and can be retried.
  open_steps text[] not null default '{}' check (open_steps <@ array['evidence', 'render']),
  failed_steps text[] not null default '{}' check (failed_steps <@ array['evidence', 'render']),

  -- The newest preparation, or the one requested with the document: partner, recipient, and, once prepared, the
  -- identifier and hash of the envelope.
  preparation json,
  -- The newest send to a partner.
  send json,
  -- Envelopes of earlier preparations that were sent, or may have been sent: status messages can refer to them. Null:
  -- there are none.
  earlier_instances text[],

  -- Sequence of the newest event. It is incremented under the lock of the row, so that timelines have no gaps.
  last_sequence integer not null check (last_sequence > 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- An erased document has no content and no further events.
  erased_at timestamptz(3),

  primary key (workspace_id, id),
  constraint documents_idempotency_key unique (workspace_id, idempotency_key),
  check ((status = 'failed') = (error is not null)),
  check (not open_steps && failed_steps),
  check (erased_at is null or (summary is null and open_steps = '{}' and failed_steps = '{}'))
);

-- Lists.
create index documents_newest on documents (workspace_id, created_at, id);
create index documents_by_status on documents (workspace_id, status, created_at, id);
create index documents_by_external_id on documents (workspace_id, external_id, created_at, id)
  where external_id is not null;
create index documents_inbound on documents (workspace_id, created_at, id) where inbound is not null;

-- Documents that wait, for metrics. Most documents are in a final status and not in this index.
create index documents_open on documents (status) where status in (
  'received', 'validating', 'preparing_send', 'send_failed', 'sending', 'send_refused', 'send_unknown', 'failed'
);

-- Recipients detect duplicates by the instance identifier, so it must be unique.
create unique index documents_envelope on documents ((preparation ->> 'instance_identifier'))
  where preparation ->> 'instance_identifier' is not null;
-- Another document that was prepared with the same UUID of the tax report.
create index documents_prepared on documents (workspace_id, (preparation ->> 'document_uuid'))
  where preparation ->> 'document_uuid' is not null;
create index documents_prepared_anew on documents (workspace_id) where earlier_instances is not null;

-- Another document that was sent with the same invoice number (also for an Invoice Response, which names the number)
-- or with the same bytes.
create index documents_sent on documents (workspace_id, (summary ->> 'invoice_id')) where send is not null;
create index documents_sent_bytes on documents (workspace_id, sha256) where send is not null;

alter table documents enable row level security;
create policy own_workspace on documents to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on documents to einvoice_scoped;


-- Timelines. Partitioned by the month of the document (0012).
create table document_events (
  workspace_id text not null,
  document_id text not null,
  sequence integer not null check (sequence > 0),
  -- Unique within the document.
  id text not null,
  -- The service defines the types.
  type text not null check (type ~ '^[a-z_]+\.[a-z_]+$'),
  at timestamptz(3) not null,
  actor text not null,
  data json not null check (json_typeof(data) = 'object'),
  constraint document_events_sequence primary key (document_id, sequence),
  foreign key (workspace_id, document_id) references documents on delete cascade
) partition by range (document_id);

-- A timeline is append-only for all users, including the owner of the table. Its rows are deleted only with an expired
-- workspace, or with their month.
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

alter table document_events enable row level security;
create policy own_workspace on document_events to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert on document_events to einvoice_scoped;


-- Keys that encrypt the contents of a workspace outside of the database, themselves encrypted. Deleting a workspace
-- deletes its key, which makes all copies of its contents unreadable.
create table workspace_keys (
  id text primary key,
  workspace_id text not null unique references workspaces on delete cascade,
  sealed text not null,
  created_at timestamptz(3) not null
);

alter table workspace_keys enable row level security;
create policy own_workspace on workspace_keys to einvoice_scoped
  using (workspace_id = current_workspace());


-- Contents in the artifact store (a folder or S3). A row is inserted before its content is written, and deleted after
-- its content is deleted. Rows outlive the workspace, so that no content is left behind.
create table stored_contents (
  address text primary key check (address ~ '^ws/[a-z0-9_-]+/[0-9]{4}/[0-9]{2}/[0-9a-f]{64}$'),
  workspace_id text not null,
  key_id text not null,
  -- Since when possibly no artifact refers to the content. Null: an artifact does.
  loose_since timestamptz(3) default now()
);

create index stored_contents_loose on stored_contents (loose_since) where loose_since is not null;

alter table stored_contents enable row level security;
create policy own_workspace on stored_contents to einvoice_scoped
  using (workspace_id = current_workspace());


-- Artifacts of documents. Partitioned by the month of the document (0012).
create table document_artifacts (
  workspace_id text not null,
  document_id text not null,
  name text not null check (name in (
    'invoice.xml', 'validation.json', 'evidence.zip', 'evidence.tlog-proof', 'invoice.html', 'invoice.pdf',
    'send-package.xml', 'tax-data.xml'
  )),
  media_type text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Empty when the content is in the artifact store.
  content bytea not null,
  size_bytes integer not null generated always as (octet_length(content)) stored,
  -- Address and size in the artifact store. Null when the content is in the row.
  address text references stored_contents,
  stored_bytes integer,
  created_at timestamptz(3) not null,
  primary key (document_id, name),
  foreign key (workspace_id, document_id) references documents on delete cascade,
  constraint document_artifacts_stored
    check ((address is null) = (stored_bytes is null) and (address is null or size_bytes = 0))
) partition by range (document_id);

-- Not compressed and out of line, so that a range of the content is read without the rest.
alter table document_artifacts alter column content set storage external;

-- Erasure finds documents by the age of their invoice, which erased documents no longer have.
create index document_artifacts_oldest on document_artifacts (created_at) where name = 'invoice.xml';
create index document_artifacts_stored_at on document_artifacts (address) where address is not null;

-- Workspace queries may not write stored_contents, so the function runs as the owner of the table.
create function loosen_content() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update stored_contents set loose_since = now() where address = old.address;
  return null;
end
$$;

create trigger document_artifacts_loosen after delete or update of address on document_artifacts
  for each row when (old.address is not null) execute function loosen_content();

alter table document_artifacts enable row level security;
create policy own_workspace on document_artifacts to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update, delete on document_artifacts to einvoice_scoped;
