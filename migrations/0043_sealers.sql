-- Keys that sign evidence may be held elsewhere: in a key management service, or by a provider of qualified seals. Their
-- public halves are kept here like all others, so that what they signed stays verifiable without whoever held them.
alter table evidence_keys alter column sealed_private drop not null;
alter table evidence_keys alter column secret_id drop not null;
-- Where the private half is; null: here, sealed.
alter table evidence_keys add column held_by text;
alter table evidence_keys add constraint evidence_keys_held check (
  (held_by is null) = (sealed_private is not null) and (held_by is null) = (secret_id is not null)
);

-- One key of each holder signs.
create unique index evidence_keys_held_signing on evidence_keys (held_by) where retired_at is null;

-- Time stamps (RFC 3161) of checkpoints of the transparency log, by an authority that is not ours. They belong to the
-- installation, like the log.
create table checkpoint_stamps (
  id bigint generated always as identity primary key,
  -- How many leaves the stamped checkpoint covers.
  tree_size bigint not null check (tree_size >= 0),
  -- What was stamped: the checkpoint's signed text, without its signatures.
  checkpoint text not null,
  -- The stamp that this one renews, whose answer then stands before the checkpoint in what was stamped; null: it is the first.
  renews bigint unique references checkpoint_stamps,
  -- The authority's whole answer (TimeStampResp), as it came.
  response bytea not null,
  -- The authority's time.
  stamped_at timestamptz(3) not null,
  -- When the authority's certificate ends: what is not renewed by then can no longer be verified alone.
  expires_at timestamptz(3) not null
);

-- A checkpoint is stamped once; what follows renews that stamp.
create unique index checkpoint_stamps_first on checkpoint_stamps (tree_size) where renews is null;
create index checkpoint_stamps_expiry on checkpoint_stamps (expires_at);

alter table checkpoint_stamps enable row level security;
