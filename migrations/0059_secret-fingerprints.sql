-- Fingerprints of the secrets that are configured outside the database: a process that is started with another one, such as after
-- a restore, is found before its work fails. A fingerprint is written by a process whose secret opens what is stored.
create table secret_fingerprints (
  -- The variable of the configuration.
  name text primary key check (name in ('EVIDENCE_SECRET', 'SECRETS_KEY')),
  fingerprint text not null,
  recorded_at timestamptz not null default now()
);
