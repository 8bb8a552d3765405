-- What the Peppol network last said of participants. Public facts: no workspace owns any of it.

create table peppol_findings (
  -- The DNS zones that were asked, or `sandbox`: one network's answer is not another's.
  network text not null,
  -- Scheme and id in lower case.
  participant text not null,
  -- The one that was asked about; empty: all.
  document_type text not null,
  finding json not null,
  checked_at timestamptz(3) not null,
  primary key (network, participant, document_type)
);

create index peppol_findings_oldest on peppol_findings (checked_at);
