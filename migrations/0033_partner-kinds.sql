-- Further kinds of partners: phoss-ap, an interface of somebody's own over HTTP, and a folder.

-- Every row that there is keeps the wider rule too, so nothing is looked through under the lock.
alter table partners drop constraint partners_kind_check;
alter table partners add constraint partners_kind_check check (kind in ('sapi-sk', 'phoss-ap', 'http', 'folder')) not valid;
alter table partners validate constraint partners_kind_check;
