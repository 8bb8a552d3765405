-- Evidence: signed validation reports, signing keys, time stamps, and the transparency log. Validated XML is not stored
-- here.

-- Signing keys of the installation. Public keys are never deleted, so that old reports can be verified.
create table evidence_keys (
  -- Thumbprint of the public key (RFC 7638).
  kid text primary key check (kid ~ '^[A-Za-z0-9_-]{43}$'),
  public_jwk json not null,
  -- Private key, encrypted with a secret that is not stored in the database, and an identifier of that secret.
  sealed_private bytea,
  secret_id text,
  -- Service that stores the private key: a key management service, or a provider of qualified seals. Null: the private
  -- key is stored here.
  held_by text,
  created_at timestamptz(3) not null,
  -- A retired key is not used for new signatures.
  retired_at timestamptz(3),
  constraint evidence_keys_held check (
    (held_by is null) = (sealed_private is not null) and (held_by is null) = (secret_id is not null)
  )
);

-- Processes that share a secret sign with one key. Each service that stores keys signs with one key, too.
create unique index evidence_keys_signing on evidence_keys (secret_id) where retired_at is null;
create unique index evidence_keys_held_signing on evidence_keys (held_by) where retired_at is null;

alter table evidence_keys enable row level security;


-- Last number of a report in each workspace. Reports are numbered without gaps, so that a missing report is noticed.
create table evidence_sequences (
  workspace_id text primary key references workspaces on delete cascade,
  last bigint not null check (last > 0)
);

alter table evidence_sequences enable row level security;
create policy own_workspace on evidence_sequences to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on evidence_sequences to einvoice_scoped;


create table evidence_reports (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  -- Number of the report, set by the trigger.
  position bigint not null,
  -- json instead of jsonb: the signed report is returned with the original order of its fields.
  report json not null,
  -- Fields for lists, so that lists do not read whole reports.
  entry json not null,
  -- Files of the report as signed. Another release may generate them differently.
  texts json not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

create unique index evidence_reports_position on evidence_reports (workspace_id, position);
create index evidence_reports_newest on evidence_reports (workspace_id, created_at, id);
create index evidence_reports_oldest on evidence_reports (created_at);

-- Assigns the number in the transaction that inserts the report, so that a rollback leaves no gap. The row of the
-- sequence stays locked until the commit: numbers are in commit order.
create function number_evidence() returns trigger
  language plpgsql as $$
begin
  if new.position is null then
    insert into evidence_sequences as s (workspace_id, last) values (new.workspace_id, 1)
    on conflict (workspace_id) do update set last = s.last + 1
    returning last into new.position;
  end if;
  return new;
end
$$;

create trigger number_evidence before insert on evidence_reports
  for each row execute function number_evidence();

alter table evidence_reports enable row level security;
create policy own_workspace on evidence_reports to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert on evidence_reports to einvoice_scoped;


-- Numbers of erased reports. Nothing else of them is stored.
create table evidence_erasures (
  workspace_id text not null references workspaces on delete cascade,
  position bigint not null,
  -- Of the report.
  created_at timestamptz(3) not null,
  erased_at timestamptz(3) not null,
  primary key (workspace_id, position)
);

create index evidence_erasures_newest on evidence_erasures (workspace_id, created_at);

alter table evidence_erasures enable row level security;
create policy own_workspace on evidence_erasures to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select on evidence_erasures to einvoice_scoped;


-- The transparency log: a Merkle tree (RFC 6962) of salted digests of evidence and of the rule packs in use, published
-- as tiles and signed checkpoints (C2SP tlog-tiles, tlog-checkpoint). This table has one row: the log's name and key,
-- and the current tree. The process that appends entries locks it.
create table transparency_log (
  origin text not null primary key check (origin ~ '^[^[:space:]+]+$'),
  public_key bytea not null check (octet_length(public_key) = 32),
  -- Encrypted like the private keys of evidence_keys.
  sealed_private bytea not null,
  secret_id text not null,
  tree_size bigint not null default 0 check (tree_size >= 0),
  root_hash bytea not null check (octet_length(root_hash) = 32),
  created_at timestamptz(3) not null
);

create unique index transparency_log_one on transparency_log ((true));

alter table transparency_log enable row level security;


-- Entries of the log. An entry has no index until the log writer assigns the next one; indexes have no gaps.
create table log_entries (
  arrival bigint generated by default as identity primary key,
  leaf_index bigint unique check (leaf_index >= 0),
  entry bytea not null check (octet_length(entry) between 1 and 65535),
  created_at timestamptz(3) not null
);

create index log_entries_waiting on log_entries (arrival) where leaf_index is null;

alter table log_entries enable row level security;


-- Digest of a signed report, and the salt of its entry. They are deleted with the report or its archive; without them
-- the entry reveals nothing.
create table log_salts (
  digest bytea not null primary key check (octet_length(digest) = 32),
  salt bytea not null check (octet_length(salt) = 32),
  arrival bigint not null unique references log_entries,
  workspace_id text,
  report_id text,
  document_id text,
  artifact text check (artifact = 'evidence.zip'),
  created_at timestamptz(3) not null,
  foreign key (workspace_id, report_id) references evidence_reports on delete cascade,
  foreign key (document_id, artifact) references document_artifacts on delete cascade,
  check ((document_id is null) = (artifact is null))
);

create index log_salts_of_reports on log_salts (workspace_id, report_id) where report_id is not null;
create index log_salts_of_documents on log_salts (document_id) where document_id is not null;
-- Salts of reports that are not stored are deleted by age.
create index log_salts_alone on log_salts (created_at) where report_id is null and document_id is null;

-- Workspace queries have no privilege on this table. The policy is a second barrier.
alter table log_salts enable row level security;
create policy own_workspace on log_salts to einvoice_scoped
  using (workspace_id = current_workspace());


-- Hashes of the tree, up to 256 per tile. The last tile of each level grows.
create table log_tiles (
  level smallint not null check (level between 0 and 63),
  tile bigint not null check (tile >= 0),
  hashes bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (level, tile)
);

-- Hashes cannot be compressed.
alter table log_tiles alter column hashes set storage external;

alter table log_tiles enable row level security;


-- Signed checkpoints of the log. Cosignatures of witnesses are added to the note.
create table log_checkpoints (
  tree_size bigint not null primary key check (tree_size > 0),
  root_hash bytea not null check (octet_length(root_hash) = 32),
  note text not null,
  published_at timestamptz(3) not null,
  -- TimeStampResp (RFC 3161) for the signed text of the note.
  stamp bytea,
  stamped_at timestamptz(3),
  check ((stamp is null) = (stamped_at is null))
);

create index log_checkpoints_stamped on log_checkpoints (tree_size) where stamp is not null;

alter table log_checkpoints enable row level security;


-- Rule packs and engines that are recorded in the log.
create table log_activations (
  pack text not null,
  version text not null,
  digest text not null,
  engine text not null,
  activated_at timestamptz(3) not null,
  primary key (pack, version, digest, engine)
);

alter table log_activations enable row level security;


-- Time stamps (RFC 3161) of checkpoints by an external authority.
create table checkpoint_stamps (
  id bigint generated always as identity primary key,
  tree_size bigint not null check (tree_size >= 0),
  -- Stamped data: the signed text of the checkpoint without its signatures.
  checkpoint text not null,
  -- The stamp that this one renews. The stamped data then begins with the response of that stamp. Null: the first one.
  renews bigint unique references checkpoint_stamps,
  -- The unmodified response of the authority (TimeStampResp).
  response bytea not null,
  -- Time in the stamp.
  stamped_at timestamptz(3) not null,
  -- End of the authority's certificate. Without a renewal, the stamp cannot be verified on its own after that.
  expires_at timestamptz(3) not null
);

-- Each checkpoint is stamped once; later stamps renew that one.
create unique index checkpoint_stamps_first on checkpoint_stamps (tree_size) where renews is null;
create index checkpoint_stamps_expiry on checkpoint_stamps (expires_at);

alter table checkpoint_stamps enable row level security;
