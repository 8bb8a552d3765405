-- Secrets of a webhook before the previous one that sign still: who rotates twice before a receiver has changed over must
-- not lock it out. A list of { secret (sealed), until }, the newest first.
alter table webhooks add column earlier_secrets jsonb not null default '[]';
