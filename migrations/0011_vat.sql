-- What the sources of VAT numbers last said, and how they answer. Public registers: no workspace owns any of it.

create table vat_answers (
  vat text not null,
  -- Who asked, where the source was told; empty otherwise. A consultation number belongs to its requester.
  requester text not null default '',
  source text not null,
  valid boolean not null,
  name text,
  address text,
  -- As the source wrote it.
  request_date text,
  consultation_number text,
  checked_at timestamptz(3) not null,
  primary key (vat, requester)
);

create index vat_answers_oldest on vat_answers (checked_at);

-- Exchanges with the sources by minute: what availability is told from.
create table vat_attempts (
  minute timestamptz(0) not null,
  country text not null,
  channel text not null,
  -- `answered`, or why there was no verdict.
  outcome text not null,
  attempts integer not null check (attempts > 0),
  milliseconds bigint not null,
  slowest integer not null,
  primary key (minute, country, channel, outcome)
);
