-- Partners: connections to certified postmen, and what was prepared for them.

create table partners (
  workspace_id text not null references workspaces on delete cascade,
  id text not null,
  name text not null check (char_length(name) between 1 and 255),
  kind text not null check (kind in ('sapi-sk')),
  -- What is no secret, as the kind has it.
  settings json not null,
  -- All secrets together, which nobody is told again; sealed when a key is configured.
  secrets text not null,
  -- Whether documents may be handed to it; preparing needs no leave.
  sending_enabled boolean not null default false,
  -- How the last exchanges went, so that a connection that stopped working is seen.
  last_success_at timestamptz(3),
  last_error_at timestamptz(3),
  last_error json,
  failures integer not null default 0 check (failures >= 0),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  check ((last_error_at is null) = (last_error is null))
);

alter table partners enable row level security;
create policy own_workspace on partners to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());

grant select, insert, update, delete on partners to einvoice_scoped;

-- The newest preparation, or the one that was asked for with the document: partner, receiver, and of a prepared one the
-- identifier of its envelope and the hash of its bytes.
alter table documents add column preparation json;

-- Receivers find duplicates by it: no two envelopes may have the same.
create unique index documents_envelope on documents ((preparation ->> 'instance_identifier'))
  where preparation ->> 'instance_identifier' is not null;

-- Every row that there is keeps the wider rule too, so nothing is looked through under the lock.
alter table documents drop constraint documents_steps_check;
alter table documents add constraint documents_steps_check check (
  steps <@ array['validate', 'evidence', 'render', 'send_preparation'] and 'validate' = any (steps)
) not valid;
alter table documents validate constraint documents_steps_check;
