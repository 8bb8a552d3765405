-- Members of an archive that are no invoices by their name and bytes: how many, and the names of the first hundred.
alter table batches add column skipped integer not null default 0;
alter table batches add column skipped_files text[] not null default '{}';
