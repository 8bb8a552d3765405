-- A query in the scope of a workspace reads the trail; the service alone writes it.
revoke insert on audit_entries from einvoice_scoped;
