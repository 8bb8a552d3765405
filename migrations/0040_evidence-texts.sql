-- The files of a report as they were signed with it: another release may write them otherwise. Reports of before have none.
alter table evidence_reports add column texts json;
