-- Nothing looks deliveries up by their end any more, since whole months are dropped: each delivery costs one entry less.
set local lock_timeout = '2s';
drop index webhook_deliveries_ended;
