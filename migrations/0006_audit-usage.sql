-- Who did what in a workspace, and how many calls it made.

create table audit_entries (
  workspace_id text not null references workspaces on delete cascade,
  id text primary key,
  at timestamptz(3) not null,
  actor text not null,
  -- The role that the actor's key had then; null for the operator.
  role text,
  action text not null check (char_length(action) between 1 and 100),
  resource text check (char_length(resource) <= 1000),
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  -- Of the answer; null where nobody was answered.
  status integer check (status between 100 and 599),
  -- The code of the problem; null for what was done.
  code text,
  client_address text,
  request_id text
);

create index audit_entries_newest on audit_entries (workspace_id, at, id);

-- The trail is append-only for everybody, the owner of the table included. It ends with its workspace alone, and that
-- happens to expired throw-away workspaces alone.
create function refuse_audit_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (
    select from workspaces where id = old.workspace_id and (expires_at is null or expires_at > now())
  ) then
    return old;
  end if;
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end
$$;

create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();

alter table audit_entries enable row level security;
create policy own_workspace on audit_entries to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert on audit_entries to einvoice_scoped;

-- Calls per workspace, UTC month and product.
create table usage_counts (
  workspace_id text not null references workspaces on delete cascade,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  product text not null check (product ~ '^[a-z]+(-[a-z]+)*$'),
  calls bigint not null check (calls > 0),
  primary key (workspace_id, month, product)
);

-- Work that may be reported twice, as a job's may, leaves a receipt with its first report and is counted once.
create table usage_receipts (
  workspace_id text not null references workspaces on delete cascade,
  receipt text not null check (char_length(receipt) between 1 and 255),
  at timestamptz(3) not null,
  primary key (workspace_id, receipt)
);

create index usage_receipts_oldest on usage_receipts (at);

alter table usage_counts enable row level security;
create policy own_workspace on usage_counts to einvoice_scoped
  using (workspace_id = current_workspace());

alter table usage_receipts enable row level security;
create policy own_workspace on usage_receipts to einvoice_scoped
  using (workspace_id = current_workspace());

grant select on usage_counts to einvoice_scoped;

-- What a workspace pays is its plan's; the plans are configuration.
alter table workspaces add column plan text not null default 'pay-as-you-go'
  check (plan ~ '^[a-z0-9]+(-[a-z0-9]+)*$');
