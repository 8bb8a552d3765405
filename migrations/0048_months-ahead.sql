-- What grows is kept by month, so that a month that has reached its age is dropped and not deleted row by row. The months
-- are ranges of ids, which begin with their time: a look-up by id reads one month.
--
-- This is the first of three steps, and the only one that locks for longer than a moment is the second, which lets
-- everybody read and write: tables get the proof of where their range ends, so that none is read while it is attached.

-- The smallest id of a month and later: a UUIDv7 of its first millisecond, but for the random part.
create function month_bound(prefix text, month timestamptz) returns text
  language sql immutable strict
  return prefix || '_' || substr(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0'), 1, 8) || '-' ||
    substr(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0'), 9, 4) || '-0000-0000-000000000000';

do $$
declare
  -- What there is until now becomes the first part, which takes in what comes for 10 days at least: until the next steps.
  ends constant timestamptz := date_trunc('month', now() at time zone 'UTC' + interval '40 days') at time zone 'UTC';
  part record;
begin
  for part in values ('document_events', 'document_id', 'doc'), ('document_artifacts', 'document_id', 'doc'),
    ('webhook_deliveries', 'event_id', 'evt'), ('webhook_attempts', 'delivery_id', 'dlv'), ('audit_entries', 'id', 'aud')
  loop
    execute format('alter table %I add constraint %I check (%I < %L) not valid',
      part.column1, part.column1 || '_ends', part.column2, month_bound(part.column3, ends));
  end loop;
end
$$;

-- Attempts end with their workspace by themselves, and with their delivery by its trigger: months refer to no months.
alter table webhook_attempts add constraint webhook_attempts_workspace_id_fkey
  foreign key (workspace_id) references workspaces on delete cascade not valid;
