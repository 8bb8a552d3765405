-- A call that was put off is answered by its batch, in the shape in which it would have been answered at once.
alter table batches add column answered_as text check (answered_as in ('file', 'files'));
alter table vat_batches add column answered_as text check (answered_as = 'verification');
