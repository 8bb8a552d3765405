-- Monthly partitions of tables that grow without limit, so that a month is dropped instead of deleted row by row. The
-- partitions are ranges of ids, which begin with their time: a lookup by id reads one partition.

-- Smallest id of a month: a UUIDv7 of its first millisecond.
create function month_bound(prefix text, month timestamptz) returns text
  language sql immutable strict
  return prefix || '_' || substr(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0'), 1, 8) || '-' ||
    substr(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0'), 9, 4) || '-0000-0000-000000000000';

-- A partition does not inherit the trigger that rejects TRUNCATE, so it gets its own.
create function keep_from_truncate(parent text, part text) returns void language plpgsql as $$
begin
  execute (
    select format('create trigger %I before truncate on %I for each statement execute function %s()',
      part || '_no_truncate', part, tgfoid::regproc)
    from pg_trigger where tgrelid = parent::regclass and tgname = parent || '_no_truncate'
    union all select 'select' limit 1
  );
end
$$;

-- Creates the partition of a month. Returns false when it exists, or when the default partition has rows of the month.
create function make_month(parent text, key text, prefix text, month timestamptz) returns boolean language plpgsql as $$
declare
  part constant text := parent || to_char(month at time zone 'UTC', '_YYYY_MM');
  starts constant text := month_bound(prefix, month);
  ends constant text := month_bound(prefix, (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
  held boolean;
begin
  perform pg_advisory_xact_lock(hashtext('einvoice months'));
  if to_regclass(part) is not null then return false; end if;
  execute format('select exists (select from %I where %I >= %L and %I < %L)', parent || '_rest', key, starts, key, ends)
    into held;
  if held then return false; end if;
  execute format('create table %I (like %I including all)', part, parent);
  execute format('alter table %I enable row level security', part);
  perform keep_from_truncate(parent, part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, starts, ends);
  return true;
end
$$;

-- The first partition, `_before`, has the ids of the first month and, in a database that was restored from a backup, of
-- all months before. It ends at least 10 days from now; until then the service creates the following months. The
-- default partition, `_rest`, has rows of months that were not created in time.
do $$
declare
  ends constant timestamptz := date_trunc('month', now() at time zone 'UTC' + interval '40 days') at time zone 'UTC';
  name text;
  prefix text;
  part text;
begin
  for name, prefix in values ('document_events', 'doc'), ('document_artifacts', 'doc'),
    ('webhook_deliveries', 'evt'), ('webhook_attempts', 'dlv'), ('audit_entries', 'aud')
  loop
    execute format('create table %I partition of %I for values from (minvalue) to (%L)', name || '_before', name,
      month_bound(prefix, ends));
    execute format('create table %I partition of %I default', name || '_rest', name);
    foreach part in array array[name || '_before', name || '_rest'] loop
      execute format('alter table %I enable row level security', part);
      perform keep_from_truncate(name, part);
    end loop;
  end loop;
end
$$;
