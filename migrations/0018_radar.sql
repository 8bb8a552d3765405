-- Radars: many Peppol participants that are watched, one check of all of them after another, and what changed.

create table radars (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'canceled')),
  -- The check that runs, or ran last.
  check_number integer not null check (check_number > 0),
  document_type text,
  recheck text check (recheck in ('daily', 'weekly')),
  total integer not null check (total between 1 and 10000),
  registered integer not null default 0 check (registered >= 0),
  not_registered integer not null default 0 check (not_registered >= 0),
  not_supported integer not null default 0 check (not_supported >= 0),
  unknown integer not null default 0 check (unknown >= 0),
  -- What is no participant at all; the same in every check.
  failed integer not null check (failed >= 0),
  done integer not null generated always as (registered + not_registered + not_supported + unknown + failed) stored,
  changed integer not null default 0 check (changed >= 0),
  created_by text not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3) not null,
  completed_at timestamptz(3),
  next_check_at timestamptz(3),
  primary key (workspace_id, id),
  check (registered + not_registered + not_supported + unknown + failed <= total),
  check ((status in ('completed', 'canceled')) = (completed_at is not null)),
  check (next_check_at is null or status = 'completed')
);

create index radars_newest on radars (workspace_id, created_at, id);
create index radars_ended on radars (completed_at) where completed_at is not null and next_check_at is null;

create table radar_participants (
  workspace_id text not null,
  radar_id text not null,
  position integer not null check (position >= 0),
  -- As it was sent.
  input text not null check (char_length(input) <= 200),
  -- Null: it cannot be a participant, which its error says.
  participant text,
  hint json,
  error json,
  -- The last check that has ended for it; 0: none.
  check_number integer not null default 0 check (check_number >= 0),
  -- How often the running check has asked in vain.
  attempts integer not null default 0 check (attempts >= 0),
  outcome text check (outcome in ('registered', 'not_registered', 'document_type_not_supported', 'unknown')),
  reason text,
  -- What was known last: kept while nobody can say.
  state json,
  changes json,
  checked_at timestamptz(3),
  primary key (radar_id, position),
  foreign key (workspace_id, radar_id) references radars on delete cascade,
  check ((participant is null) = (error is not null)),
  check ((outcome is null) = (checked_at is null))
);

create table radar_changes (
  workspace_id text not null,
  radar_id text not null,
  check_number integer not null,
  position integer not null,
  participant text not null,
  at timestamptz(3) not null,
  changes json not null,
  primary key (radar_id, check_number, position),
  foreign key (workspace_id, radar_id) references radars on delete cascade
);

alter table radars enable row level security;
create policy own_workspace on radars to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table radar_participants enable row level security;
create policy own_workspace on radar_participants to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

alter table radar_changes enable row level security;
create policy own_workspace on radar_changes to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update on radars to einvoice_scoped;
grant select, insert, update on radar_participants to einvoice_scoped;
grant select, insert on radar_changes to einvoice_scoped;
