-- VAT batches and radars tell of their progress as batches of files do: the number grows with every change.
alter table vat_batches add column sequence integer not null default 1;
alter table radars add column sequence integer not null default 1;
