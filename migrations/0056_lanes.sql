-- Within its workspace and kind a job may belong to a lane, such as that of the partner it waits for: each lane is a line
-- of its own, so that what a slow partner has waiting stays here, and holds up nothing for another.

alter table outbox add column lane text;

alter table outbox drop column line;
alter table outbox add column line text not null
  generated always as (job || ' ' || coalesce(payload ->> 'workspace_id', '') || coalesce(' ' || lane, '')) stored;

create index outbox_lines on outbox (line, run_at);
