-- Reads what there is, while everybody reads and writes.
alter table document_events validate constraint document_events_ends;
alter table document_artifacts validate constraint document_artifacts_ends;
alter table webhook_deliveries validate constraint webhook_deliveries_ends;
alter table webhook_attempts validate constraint webhook_attempts_ends;
alter table audit_entries validate constraint audit_entries_ends;
alter table webhook_attempts validate constraint webhook_attempts_workspace_id_fkey;
