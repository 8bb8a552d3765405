-- The switch: each table becomes the first part of one by month, under its old name. Nothing is copied; what was proven
-- before is not read again, but for the deliveries of a month, which get another primary key.

set local lock_timeout = '2s';
-- In the order in which transactions take them, so that none waits for this one while it waits for them.
lock table workspaces, webhooks, documents in share row exclusive mode;
lock table document_events, document_artifacts, webhook_deliveries, webhook_attempts, log_salts, audit_entries
  in access exclusive mode;

-- Months refer to documents, webhooks and workspaces, and nothing but the salts of the log to a month.
alter table log_salts drop constraint log_salts_document_id_artifact_fkey;
alter table webhook_attempts drop constraint webhook_attempts_workspace_id_delivery_id_fkey;

-- Makes a table the first part of another one of its shape.
create function begin_months(parent text, key text) returns void language plpgsql as $$
declare
  before constant text := parent || '_before';
  found record;
begin
  for found in select tgname from pg_trigger where tgrelid = parent::regclass and not tgisinternal loop
    execute format('drop trigger %I on %I', found.tgname, parent);
  end loop;
  for found in select conname from pg_constraint where conrelid = parent::regclass and contype in ('p', 'u', 'f') loop
    execute format('alter table %I rename constraint %I to %I', parent, found.conname, found.conname || '_before');
  end loop;
  for found in select relname from pg_class join pg_index on indexrelid = oid
    where indrelid = parent::regclass and relname !~ '_before$' loop
    execute format('alter index %I rename to %I', found.relname, found.relname || '_before');
  end loop;
  execute format('alter table %I rename to %I', parent, before);
  execute format('create table %I (like %I including all excluding indexes) partition by range (%I)', parent, before, key);
  execute format('alter table %I drop constraint %I', parent, parent || '_ends');
end
$$;

-- Ids of events are found within their document alone.
alter table document_events drop constraint document_events_id_key;
select begin_months('document_events', 'document_id');
alter table document_events add constraint document_events_sequence primary key (document_id, sequence);
alter table document_events add foreign key (workspace_id, document_id) references documents on delete cascade;

select begin_months('document_artifacts', 'document_id');
alter table document_artifacts add primary key (document_id, name);
alter table document_artifacts add foreign key (workspace_id, document_id) references documents on delete cascade;
alter table document_artifacts add foreign key (address) references stored_contents;
create index document_artifacts_oldest on document_artifacts (created_at) where name = 'invoice.xml';
create index document_artifacts_stored_at on document_artifacts (address) where address is not null;

alter table webhook_deliveries drop constraint webhook_deliveries_pkey;
alter table webhook_deliveries add constraint webhook_deliveries_pkey primary key (workspace_id, id, event_id);
select begin_months('webhook_deliveries', 'event_id');
alter table webhook_deliveries add primary key (workspace_id, id, event_id);
alter table webhook_deliveries add constraint webhook_deliveries_event unique (webhook_id, event_id);
alter table webhook_deliveries add foreign key (workspace_id, webhook_id) references webhooks on delete cascade;
create index webhook_deliveries_newest on webhook_deliveries (workspace_id, webhook_id, sequence);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, sequence) where status = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, sequence) where status = 'failed';
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;

select begin_months('webhook_attempts', 'delivery_id');
alter table webhook_attempts add primary key (delivery_id, number);
alter table webhook_attempts add foreign key (workspace_id) references workspaces on delete cascade;

select begin_months('audit_entries', 'id');
alter table audit_entries add primary key (id);
alter table audit_entries add foreign key (workspace_id) references workspaces on delete cascade;
create index audit_entries_newest on audit_entries (workspace_id, at, id);

drop function begin_months;

-- Statements on the whole are refused by its trigger; this refuses them on a part.
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

create trigger document_events_append_only before update or delete on document_events
  for each row execute function refuse_event_change();
create trigger document_events_no_truncate before truncate on document_events
  for each statement execute function refuse_event_change();
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();
create trigger document_artifacts_loosen after delete or update of address on document_artifacts
  for each row when (old.address is not null) execute function loosen_content();

do $$
declare
  ends text;
  parent text;
begin
  foreach parent in array array['document_events', 'document_artifacts', 'webhook_deliveries', 'webhook_attempts', 'audit_entries']
  loop
    select substring(pg_get_constraintdef(oid) from '''([a-z]{3}_[0-9a-f-]{36})''') into strict ends
    from pg_constraint where conrelid = (parent || '_before')::regclass and conname = parent || '_ends';
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, parent || '_before', ends);
    -- Takes what no month is there for: nothing is refused where months were not made in time.
    execute format('create table %I partition of %I default', parent || '_rest', parent);
    execute format('alter table %I enable row level security', parent);
    execute format('alter table %I enable row level security', parent || '_rest');
    execute format('create policy own_workspace on %I to einvoice_scoped
      using (workspace_id = current_workspace()) with check (workspace_id = current_workspace())', parent);
    execute format('drop policy own_workspace on %I', parent || '_before');
    execute format('revoke all on %I from einvoice_scoped', parent || '_before');
    perform keep_from_truncate(parent, parent || '_before'), keep_from_truncate(parent, parent || '_rest');
  end loop;
end
$$;

grant select, insert on document_events to einvoice_scoped;
grant select, insert, update, delete on document_artifacts to einvoice_scoped;
grant select, insert, update on webhook_deliveries to einvoice_scoped;
grant select, insert on webhook_attempts to einvoice_scoped;
grant select on audit_entries to einvoice_scoped;

-- Attempts go with their delivery; nobody in a workspace may delete them, so the owner of the table does.
create function delete_attempts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from webhook_attempts where workspace_id = old.workspace_id and delivery_id = old.id;
  return null;
end
$$;
create trigger webhook_deliveries_attempts after delete on webhook_deliveries
  for each row execute function delete_attempts();

alter table log_salts add constraint log_salts_document_id_artifact_fkey
  foreign key (document_id, artifact) references document_artifacts on delete cascade not valid;

-- Makes the part of a month, unless ids of it are in the rest already.
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
