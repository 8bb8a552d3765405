-- Peppol: cached lookups of participants. The data is public, so it belongs to no workspace.

create table peppol_findings (
  -- DNS zones that were queried, or `sandbox`: participants differ between networks.
  network text not null,
  -- Scheme and identifier in lower case.
  participant text not null,
  -- The document type that was looked up. Empty: all.
  document_type text not null,
  finding json not null,
  checked_at timestamptz(3) not null,
  primary key (network, participant, document_type)
);

create index peppol_findings_oldest on peppol_findings (checked_at);
