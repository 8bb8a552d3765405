-- Exchanges with the sources of VAT numbers by hour and by how long they took: what availability over a month is told from.
create table vat_hours (
  hour timestamptz(0) not null,
  country text not null,
  -- Whether the source gave a verdict, or refused the number: it was there.
  verdict boolean not null,
  -- The shortest of the fixed times within which it ended, in milliseconds.
  within integer not null check (within > 0),
  attempts bigint not null check (attempts > 0),
  primary key (hour, country, verdict, within)
);
