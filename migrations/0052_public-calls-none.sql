-- A client whose only call of a day was refused as malformed has made none.
alter table public_calls
  drop constraint public_calls_calls_check,
  add constraint public_calls_calls_check check (calls >= 0) not valid;
