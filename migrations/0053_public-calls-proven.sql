-- Apart from the change itself, so that reading the table keeps nobody waiting.
alter table public_calls validate constraint public_calls_calls_check;
