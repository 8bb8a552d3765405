-- Whether validations of the workspace validate CII when a request does not state it. Null: as the instance is configured.
alter table workspaces add column cii text check (cii in ('validate', 'unsupported'));
