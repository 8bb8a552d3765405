-- Failed jobs are looked for by the workspace that they work in.
create index failed_jobs_workspace on failed_jobs ((payload ->> 'workspace_id'), failed_at, id);
