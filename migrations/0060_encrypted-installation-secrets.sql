-- Secrets of this installation are encrypted where there is a SECRETS_KEY: a holder of a backup could find client addresses by
-- trying all of them. An encrypted secret has a row with a name of its own, so that the last release finds none in its place.
alter table installation_secrets
  add column sealed text,
  alter column value drop not null,
  add check ((value is null) <> (sealed is null));

-- Since when all secrets of the database are encrypted: one that is not was not written by the service. Null: not yet.
alter table secret_fingerprints add column encrypted_at timestamptz;
