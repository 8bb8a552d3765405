-- What a document's submitter wants applied to it (rule set, day, layers), as batches have it.

alter table documents add column options jsonb not null default '{}';
