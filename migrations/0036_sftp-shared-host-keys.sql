-- The keys that servers show are one per algorithm, whichever server was there first: the others show the same. Those told of
-- until now are told of anew by the next start.
delete from sftp_host_keys;
alter table sftp_host_keys drop constraint sftp_host_keys_pkey;
alter table sftp_host_keys add primary key (algorithm);
-- As every secret that must be readable again.
alter table sftp_host_keys add sealed_private text not null;
-- 0 until a server listens.
alter table sftp_host_keys alter port set default 0;

-- As in the table of workspaces: no row of it is a workspace's own.
alter table sftp_homes rename column workspace_id to id;
