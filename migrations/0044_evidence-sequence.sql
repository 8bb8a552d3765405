-- Reports of evidence are numbered in their workspace, without a gap: whoever has a list sees that nothing is left out.
create table evidence_sequences (
  workspace_id text primary key references workspaces on delete cascade,
  last bigint not null check (last > 0)
);

-- What was erased leaves its number, and nothing else of it.
create table evidence_erasures (
  workspace_id text not null references workspaces on delete cascade,
  position bigint not null,
  -- Of the report.
  created_at timestamptz(3) not null,
  erased_at timestamptz(3) not null,
  primary key (workspace_id, position)
);

create index evidence_erasures_newest on evidence_erasures (workspace_id, created_at);

alter table evidence_reports add column position bigint;

update evidence_reports r set position = n.position
from (
  select workspace_id, id, row_number() over (partition by workspace_id order by created_at, id) as position
  from evidence_reports
) n
where n.workspace_id = r.workspace_id and n.id = r.id;

insert into evidence_sequences (workspace_id, last)
select workspace_id, max(position) from evidence_reports group by workspace_id;

-- The number is given in the transaction that keeps the report: what is rolled back takes none. The row of the sequence is
-- locked until then, so that numbers are given in the order in which reports are kept.
create function number_evidence() returns trigger
  language plpgsql as $$
begin
  if new.position is null then
    insert into evidence_sequences as s (workspace_id, last) values (new.workspace_id, 1)
    on conflict (workspace_id) do update set last = s.last + 1
    returning last into new.position;
  end if;
  return new;
end
$$;

create trigger number_evidence before insert on evidence_reports
  for each row execute function number_evidence();

alter table evidence_reports alter column position set not null;
create unique index evidence_reports_position on evidence_reports (workspace_id, position);

alter table evidence_sequences enable row level security;
create policy own_workspace on evidence_sequences to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
grant select, insert, update on evidence_sequences to einvoice_scoped;

alter table evidence_erasures enable row level security;
create policy own_workspace on evidence_erasures to einvoice_scoped
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
grant select on evidence_erasures to einvoice_scoped;
