-- Keys that are managed: who made them, what replaces them, and a number that tells every process when to look again.

alter table api_keys
  -- The key that made it, or `operator`.
  add column created_by text not null default 'operator',
  -- The key that it was rotated to.
  add column replaced_by text;

-- What a key is stays as it was made; it only ends. Its end by revocation is final.
revoke update on api_keys from einvoice_scoped;
grant update (expires_at, revoked_at, replaced_by) on api_keys to einvoice_scoped;

create function refuse_key_revival() returns trigger
  language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'the revocation of the key % is final', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger api_keys_stay_revoked before update on api_keys
  for each row execute function refuse_key_revival();

-- Raised in the transaction of every change by which a key may end, whoever makes it: what a process remembers of keys
-- holds as long as this number is the one that it was read with.
create table key_epoch (
  the_only_row boolean primary key default true check (the_only_row),
  number bigint not null
);
insert into key_epoch (number) values (1);

create function raise_key_epoch() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update key_epoch set number = number + 1;
  return null;
end
$$;

create trigger api_keys_changed after update or delete on api_keys
  for each row execute function raise_key_epoch();
create trigger workspaces_changed after update of expires_at on workspaces
  for each row execute function raise_key_epoch();
