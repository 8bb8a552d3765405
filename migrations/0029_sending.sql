-- Sending: what was handed to a partner, and what came of it.

alter table documents add column send json;

-- Every row that there is keeps the wider rules too, so nothing is looked through under the lock.
alter table documents drop constraint documents_status_check;
alter table documents add constraint documents_status_check check (status in (
  'received', 'validating', 'validated', 'invalid', 'preparing_send', 'send_prepared', 'send_failed',
  'sending', 'sent', 'send_refused', 'send_unknown', 'delivered', 'delivery_failed', 'canceled', 'failed'
)) not valid;
alter table documents validate constraint documents_status_check;

-- What an event is named stands in the table of the record that writes it.
alter table document_events drop constraint document_events_type_check;
alter table document_events add constraint document_events_type_check check (type ~ '^[a-z_]+\.[a-z_]+$') not valid;
alter table document_events validate constraint document_events_type_check;

-- Documents that wait for somebody or something; sending is waited for too.
drop index documents_open;
create index documents_open on documents (status) where status in (
  'received', 'validating', 'preparing_send', 'send_failed', 'sending', 'send_refused', 'send_unknown', 'failed'
);
