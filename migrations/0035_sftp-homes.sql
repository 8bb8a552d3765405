-- Which workspaces have folders of the SFTP intake. It outlives the workspace, so without a foreign key: folders are erased of
-- those alone that are here and live no more, never because a database is new and knows nothing of them.
create table sftp_homes (
  workspace_id text primary key
);
