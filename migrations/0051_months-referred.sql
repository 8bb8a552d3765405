-- Reads the salts of the log, while everybody reads and writes.
alter table log_salts validate constraint log_salts_document_id_artifact_fkey;
