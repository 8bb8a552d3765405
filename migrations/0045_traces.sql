-- The traces that a job continues (W3C `traceparent`), the first one's first; null where nothing is traced.

alter table outbox add column traces text[];
