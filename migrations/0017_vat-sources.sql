-- A consultation proves the call of the one who made it: it is not kept, and no answer is kept by who asked.
delete from vat_answers where requester <> '';
alter table vat_answers drop constraint vat_answers_pkey;
alter table vat_answers drop column requester, drop column consultation_number;
alter table vat_answers add primary key (vat);

-- Calls by minute to sources that allow so many in an hour, counted over all processes.
create table vat_calls (
  source text not null,
  minute timestamptz(0) not null,
  calls integer not null check (calls > 0),
  primary key (source, minute)
);
