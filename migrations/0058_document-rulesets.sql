-- By what a document was judged, and how much of its own specification that is; null: not judged yet, or before this was kept.

alter table documents add column ruleset json;
