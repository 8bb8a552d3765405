table api_keys
  id text not null
  workspace_id text not null
  name text not null
  digest bytea not null
  prefix text not null
  last_four text not null
  role text not null
  environment text not null
  created_by text not null default 'operator'::text
  created_at timestamp(3) with time zone not null
  expires_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  replaced_by text
  constraint api_keys_digest_check CHECK ((octet_length(digest) = 32))
  constraint api_keys_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text])))
  constraint api_keys_last_four_check CHECK ((char_length(last_four) = 4))
  constraint api_keys_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'developer'::text, 'admin'::text])))
  constraint api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint api_keys_pkey PRIMARY KEY (id)
  constraint api_keys_digest_key UNIQUE (digest)
  CREATE INDEX api_keys_of_workspace ON public.api_keys USING btree (workspace_id, created_at, id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  CREATE TRIGGER api_keys_changed AFTER DELETE OR UPDATE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION raise_key_epoch()
  CREATE TRIGGER api_keys_stay_revoked BEFORE UPDATE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION refuse_key_revival()
  grant insert, select to einvoice_scoped
  grant update (expires_at) to einvoice_scoped
  grant update (replaced_by) to einvoice_scoped
  grant update (revoked_at) to einvoice_scoped

table audit_entries
  workspace_id text not null
  id text not null
  at timestamp(3) with time zone not null
  actor text not null
  role text
  action text not null
  resource text
  outcome text not null
  status integer
  code text
  client_address text
  request_id text
  constraint audit_entries_action_check CHECK (((char_length(action) >= 1) AND (char_length(action) <= 100)))
  constraint audit_entries_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text])))
  constraint audit_entries_resource_check CHECK ((char_length(resource) <= 1000))
  constraint audit_entries_status_check CHECK (((status >= 100) AND (status <= 599)))
  constraint audit_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint audit_entries_pkey PRIMARY KEY (id)
  CREATE INDEX audit_entries_newest ON ONLY public.audit_entries USING btree (workspace_id, at, id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()
  CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()
  grant select to einvoice_scoped

table batch_results
  workspace_id text not null
  batch_id text not null
  "position" integer not null
  filename text not null
  result json
  error json
  size_bytes integer not null default 0
  retryable boolean not null default false
  duplicate_key bytea
  constraint batch_results_check CHECK (((result IS NULL) <> (error IS NULL)))
  constraint batch_results_check1 CHECK (((NOT retryable) OR (error IS NOT NULL)))
  constraint batch_results_filename_check CHECK (((char_length(filename) >= 1) AND (char_length(filename) <= 1000)))
  constraint batch_results_position_check CHECK (("position" >= 0))
  constraint batch_results_size_bytes_check CHECK ((size_bytes >= 0))
  constraint batch_results_workspace_id_batch_id_fkey FOREIGN KEY (workspace_id, batch_id) REFERENCES batches(workspace_id, id) ON DELETE CASCADE
  constraint batch_results_pkey PRIMARY KEY (batch_id, "position")
  CREATE INDEX batch_results_duplicates ON public.batch_results USING btree (batch_id, duplicate_key, "position") WHERE (duplicate_key IS NOT NULL)
  CREATE INDEX batch_results_retryable ON public.batch_results USING btree (batch_id, "position") WHERE retryable
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant delete, insert, select, update to einvoice_scoped

table batch_slices
  workspace_id text not null
  batch_id text not null
  "position" integer not null
  last_position integer not null
  content bytea not null
  starts integer not null default 0
  begun_position integer
  begun_starts integer not null default 0
  constraint batch_slices_begun_starts_check CHECK ((begun_starts >= 0))
  constraint batch_slices_check CHECK ((last_position >= "position"))
  constraint batch_slices_position_check CHECK (("position" >= 0))
  constraint batch_slices_starts_check CHECK ((starts >= 0))
  constraint batch_slices_workspace_id_batch_id_fkey FOREIGN KEY (workspace_id, batch_id) REFERENCES batches(workspace_id, id) ON DELETE CASCADE
  constraint batch_slices_pkey PRIMARY KEY (batch_id, "position")
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant delete, insert, select, update to einvoice_scoped

table batches
  workspace_id text not null
  id text not null
  status text not null
  options json not null
  answered_as text
  idempotency_key text
  request_digest bytea
  total integer not null
  valid integer not null default 0
  invalid integer not null default 0
  failed integer not null default 0
  done integer not null generated always as (((valid + invalid) + failed)) stored
  skipped integer not null default 0
  skipped_files text[] not null default '{}'::text[]
  sequence integer not null default 1
  created_by text not null
  created_at timestamp(3) with time zone not null
  completed_at timestamp(3) with time zone
  constraint batches_answered_as_check CHECK ((answered_as = ANY (ARRAY['file'::text, 'files'::text])))
  constraint batches_check CHECK ((((valid + invalid) + failed) <= total))
  constraint batches_check1 CHECK (((total > 0) OR (status = 'receiving'::text)))
  constraint batches_check2 CHECK (((status = ANY (ARRAY['completed'::text, 'canceled'::text])) = (completed_at IS NOT NULL)))
  constraint batches_check3 CHECK (((status = 'completed'::text) = ((((valid + invalid) + failed) = total) AND (status <> 'receiving'::text))))
  constraint batches_check4 CHECK (((idempotency_key IS NULL) OR (request_digest IS NOT NULL)))
  constraint batches_failed_check CHECK ((failed >= 0))
  constraint batches_idempotency_key_check CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 1000)))
  constraint batches_invalid_check CHECK ((invalid >= 0))
  constraint batches_request_digest_check CHECK ((octet_length(request_digest) = 32))
  constraint batches_sequence_check CHECK ((sequence > 0))
  constraint batches_status_check CHECK ((status = ANY (ARRAY['receiving'::text, 'queued'::text, 'running'::text, 'completed'::text, 'canceled'::text])))
  constraint batches_valid_check CHECK ((valid >= 0))
  constraint batches_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint batches_pkey PRIMARY KEY (workspace_id, id)
  constraint batches_idempotency_key UNIQUE (workspace_id, idempotency_key)
  CREATE INDEX batches_ended ON public.batches USING btree (completed_at) WHERE (completed_at IS NOT NULL)
  CREATE INDEX batches_left ON public.batches USING btree (created_at) WHERE (status = 'receiving'::text)
  CREATE INDEX batches_newest ON public.batches USING btree (workspace_id, created_at, id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant delete, insert, select, update to einvoice_scoped

table call_buckets
  caller text not null
  calls double precision not null
  granted integer not null
  at timestamp with time zone not null
  constraint call_buckets_pkey PRIMARY KEY (caller)
  CREATE INDEX call_buckets_oldest ON public.call_buckets USING btree (at)

table checkpoint_stamps
  id bigint not null generated always as identity
  tree_size bigint not null
  checkpoint text not null
  renews bigint
  response bytea not null
  stamped_at timestamp(3) with time zone not null
  expires_at timestamp(3) with time zone not null
  constraint checkpoint_stamps_tree_size_check CHECK ((tree_size >= 0))
  constraint checkpoint_stamps_renews_fkey FOREIGN KEY (renews) REFERENCES checkpoint_stamps(id)
  constraint checkpoint_stamps_pkey PRIMARY KEY (id)
  constraint checkpoint_stamps_renews_key UNIQUE (renews)
  CREATE INDEX checkpoint_stamps_expiry ON public.checkpoint_stamps USING btree (expires_at)
  CREATE UNIQUE INDEX checkpoint_stamps_first ON public.checkpoint_stamps USING btree (tree_size) WHERE (renews IS NULL)
  row level security

table document_artifacts
  workspace_id text not null
  document_id text not null
  name text not null
  media_type text not null
  sha256 text not null
  content bytea not null
  size_bytes integer not null generated always as (octet_length(content)) stored
  address text
  stored_bytes integer
  created_at timestamp(3) with time zone not null
  constraint document_artifacts_name_check CHECK ((name = ANY (ARRAY['invoice.xml'::text, 'validation.json'::text, 'evidence.zip'::text, 'evidence.tlog-proof'::text, 'invoice.html'::text, 'invoice.pdf'::text, 'send-package.xml'::text, 'tax-data.xml'::text])))
  constraint document_artifacts_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
  constraint document_artifacts_stored CHECK ((((address IS NULL) = (stored_bytes IS NULL)) AND ((address IS NULL) OR (size_bytes = 0))))
  constraint document_artifacts_address_fkey FOREIGN KEY (address) REFERENCES stored_contents(address)
  constraint document_artifacts_workspace_id_document_id_fkey FOREIGN KEY (workspace_id, document_id) REFERENCES documents(workspace_id, id) ON DELETE CASCADE
  constraint document_artifacts_pkey PRIMARY KEY (document_id, name)
  CREATE INDEX document_artifacts_oldest ON ONLY public.document_artifacts USING btree (created_at) WHERE (name = 'invoice.xml'::text)
  CREATE INDEX document_artifacts_stored_at ON ONLY public.document_artifacts USING btree (address) WHERE (address IS NOT NULL)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  CREATE TRIGGER document_artifacts_loosen AFTER DELETE OR UPDATE OF address ON public.document_artifacts FOR EACH ROW WHEN ((old.address IS NOT NULL)) EXECUTE FUNCTION loosen_content()
  grant delete, insert, select, update to einvoice_scoped

table document_events
  workspace_id text not null
  document_id text not null
  sequence integer not null
  id text not null
  type text not null
  at timestamp(3) with time zone not null
  actor text not null
  data json not null
  constraint document_events_data_check CHECK ((json_typeof(data) = 'object'::text))
  constraint document_events_sequence_check CHECK ((sequence > 0))
  constraint document_events_type_check CHECK ((type ~ '^[a-z_]+\.[a-z_]+$'::text))
  constraint document_events_workspace_id_document_id_fkey FOREIGN KEY (workspace_id, document_id) REFERENCES documents(workspace_id, id) ON DELETE CASCADE
  constraint document_events_sequence PRIMARY KEY (document_id, sequence)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  CREATE TRIGGER document_events_append_only BEFORE DELETE OR UPDATE ON public.document_events FOR EACH ROW EXECUTE FUNCTION refuse_event_change()
  CREATE TRIGGER document_events_no_truncate BEFORE TRUNCATE ON public.document_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change()
  grant insert, select to einvoice_scoped

table documents
  workspace_id text not null
  id text not null
  status text not null
  filename text not null
  sha256 text not null
  size_bytes integer not null
  external_id text
  metadata json not null
  steps text[] not null
  options jsonb not null default '{}'::jsonb
  inbound json
  idempotency_key text not null
  request_digest bytea not null
  summary json
  counts json
  ruleset json
  error json
  open_steps text[] not null default '{}'::text[]
  failed_steps text[] not null default '{}'::text[]
  preparation json
  send json
  earlier_instances text[]
  last_sequence integer not null
  created_at timestamp(3) with time zone not null
  updated_at timestamp(3) with time zone not null
  erased_at timestamp(3) with time zone
  semantic_digest text
  semantic_digest_version smallint
  constraint documents_check CHECK (((status = 'failed'::text) = (error IS NOT NULL)))
  constraint documents_check1 CHECK ((NOT (open_steps && failed_steps)))
  constraint documents_check2 CHECK (((erased_at IS NULL) OR ((summary IS NULL) AND (open_steps = '{}'::text[]) AND (failed_steps = '{}'::text[]))))
  constraint documents_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 255)))
  constraint documents_failed_steps_check CHECK ((failed_steps <@ ARRAY['evidence'::text, 'render'::text]))
  constraint documents_filename_check CHECK (((char_length(filename) >= 1) AND (char_length(filename) <= 1000)))
  constraint documents_idempotency_key_check CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 1000)))
  constraint documents_last_sequence_check CHECK ((last_sequence > 0))
  constraint documents_open_steps_check CHECK ((open_steps <@ ARRAY['evidence'::text, 'render'::text]))
  constraint documents_request_digest_check CHECK ((octet_length(request_digest) = 32))
  constraint documents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
  constraint documents_size_bytes_check CHECK ((size_bytes >= 0))
  constraint documents_status_check CHECK ((status = ANY (ARRAY['received'::text, 'validating'::text, 'validated'::text, 'invalid'::text, 'preparing_send'::text, 'send_prepared'::text, 'send_failed'::text, 'sending'::text, 'sent'::text, 'send_refused'::text, 'send_unknown'::text, 'delivered'::text, 'delivery_failed'::text, 'canceled'::text, 'failed'::text])))
  constraint documents_steps_check CHECK (((steps <@ ARRAY['validate'::text, 'evidence'::text, 'render'::text, 'send_preparation'::text]) AND ('validate'::text = ANY (steps))))
  constraint documents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint documents_pkey PRIMARY KEY (workspace_id, id)
  constraint documents_idempotency_key UNIQUE (workspace_id, idempotency_key)
  CREATE INDEX documents_by_external_id ON public.documents USING btree (workspace_id, external_id, created_at, id) WHERE (external_id IS NOT NULL)
  CREATE INDEX documents_by_semantic_digest ON public.documents USING btree (workspace_id, semantic_digest, created_at, id) WHERE (semantic_digest IS NOT NULL)
  CREATE INDEX documents_by_status ON public.documents USING btree (workspace_id, status, created_at, id)
  CREATE UNIQUE INDEX documents_envelope ON public.documents USING btree (((preparation ->> 'instance_identifier'::text))) WHERE ((preparation ->> 'instance_identifier'::text) IS NOT NULL)
  CREATE INDEX documents_inbound ON public.documents USING btree (workspace_id, created_at, id) WHERE (inbound IS NOT NULL)
  CREATE INDEX documents_newest ON public.documents USING btree (workspace_id, created_at, id)
  CREATE INDEX documents_open ON public.documents USING btree (status) WHERE (status = ANY (ARRAY['received'::text, 'validating'::text, 'preparing_send'::text, 'send_failed'::text, 'sending'::text, 'send_refused'::text, 'send_unknown'::text, 'failed'::text]))
  CREATE INDEX documents_prepared ON public.documents USING btree (workspace_id, ((preparation ->> 'document_uuid'::text))) WHERE ((preparation ->> 'document_uuid'::text) IS NOT NULL)
  CREATE INDEX documents_prepared_anew ON public.documents USING btree (workspace_id) WHERE (earlier_instances IS NOT NULL)
  CREATE INDEX documents_sent ON public.documents USING btree (workspace_id, ((summary ->> 'invoice_id'::text))) WHERE (send IS NOT NULL)
  CREATE INDEX documents_sent_bytes ON public.documents USING btree (workspace_id, sha256) WHERE (send IS NOT NULL)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select, update to einvoice_scoped

table evidence_erasures
  workspace_id text not null
  "position" bigint not null
  created_at timestamp(3) with time zone not null
  erased_at timestamp(3) with time zone not null
  constraint evidence_erasures_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint evidence_erasures_pkey PRIMARY KEY (workspace_id, "position")
  CREATE INDEX evidence_erasures_newest ON public.evidence_erasures USING btree (workspace_id, created_at)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant select to einvoice_scoped

table evidence_keys
  kid text not null
  public_jwk json not null
  sealed_private bytea
  secret_id text
  held_by text
  created_at timestamp(3) with time zone not null
  retired_at timestamp(3) with time zone
  constraint evidence_keys_held CHECK ((((held_by IS NULL) = (sealed_private IS NOT NULL)) AND ((held_by IS NULL) = (secret_id IS NOT NULL))))
  constraint evidence_keys_kid_check CHECK ((kid ~ '^[A-Za-z0-9_-]{43}$'::text))
  constraint evidence_keys_pkey PRIMARY KEY (kid)
  CREATE UNIQUE INDEX evidence_keys_held_signing ON public.evidence_keys USING btree (held_by) WHERE (retired_at IS NULL)
  CREATE UNIQUE INDEX evidence_keys_signing ON public.evidence_keys USING btree (secret_id) WHERE (retired_at IS NULL)
  row level security

table evidence_reports
  workspace_id text not null
  id text not null
  "position" bigint not null
  report json not null
  entry json not null
  texts json not null
  created_by text not null
  created_at timestamp(3) with time zone not null
  constraint evidence_reports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint evidence_reports_pkey PRIMARY KEY (workspace_id, id)
  CREATE INDEX evidence_reports_newest ON public.evidence_reports USING btree (workspace_id, created_at, id)
  CREATE INDEX evidence_reports_oldest ON public.evidence_reports USING btree (created_at)
  CREATE UNIQUE INDEX evidence_reports_position ON public.evidence_reports USING btree (workspace_id, "position")
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  CREATE TRIGGER number_evidence BEFORE INSERT ON public.evidence_reports FOR EACH ROW EXECUTE FUNCTION number_evidence()
  grant insert, select to einvoice_scoped

table evidence_sequences
  workspace_id text not null
  last bigint not null
  constraint evidence_sequences_last_check CHECK ((last > 0))
  constraint evidence_sequences_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint evidence_sequences_pkey PRIMARY KEY (workspace_id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select, update to einvoice_scoped

table failed_jobs
  id text not null
  job text not null
  payload jsonb not null
  error text not null
  created_at timestamp with time zone not null
  failed_at timestamp with time zone not null default now()
  constraint failed_jobs_pkey PRIMARY KEY (id)
  CREATE INDEX failed_jobs_newest ON public.failed_jobs USING btree (failed_at, id)
  CREATE INDEX failed_jobs_workspace ON public.failed_jobs USING btree (((payload ->> 'workspace_id'::text)), failed_at, id)

table installation_secrets
  name text not null
  value bytea
  sealed text
  constraint installation_secrets_check CHECK (((value IS NULL) <> (sealed IS NULL)))
  constraint installation_secrets_value_check CHECK ((octet_length(value) = 32))
  constraint installation_secrets_pkey PRIMARY KEY (name)

table key_epoch
  the_only_row boolean not null default true
  number bigint not null
  constraint key_epoch_the_only_row_check CHECK (the_only_row)
  constraint key_epoch_pkey PRIMARY KEY (the_only_row)

table key_requests
  id text not null
  status text not null
  company text not null
  ico text
  vat text
  contact text not null
  email text not null
  purpose text not null
  vat_status text not null
  vat_name text
  created_at timestamp(3) with time zone not null
  decided_at timestamp(3) with time zone
  reason text
  workspace text
  link_digest bytea
  link_expires_at timestamp(3) with time zone
  link_used_at timestamp(3) with time zone
  key_id text
  constraint key_requests_check CHECK ((COALESCE(ico, vat) IS NOT NULL))
  constraint key_requests_check1 CHECK (((status = ANY (ARRAY['approved'::text, 'refused'::text])) = (decided_at IS NOT NULL)))
  constraint key_requests_status_check CHECK ((status = ANY (ARRAY['received'::text, 'verifying'::text, 'approved'::text, 'refused'::text])))
  constraint key_requests_vat_status_check CHECK ((vat_status = ANY (ARRAY['none'::text, 'valid'::text, 'invalid'::text, 'unknown'::text])))
  constraint key_requests_workspace_fkey FOREIGN KEY (workspace) REFERENCES workspaces(id) ON DELETE SET NULL
  constraint key_requests_pkey PRIMARY KEY (id)
  constraint key_requests_link_digest_key UNIQUE (link_digest)
  CREATE INDEX key_requests_by_time ON public.key_requests USING btree (created_at, id)
  CREATE INDEX key_requests_by_workspace ON public.key_requests USING btree (workspace)

table log_activations
  pack text not null
  version text not null
  digest text not null
  engine text not null
  activated_at timestamp(3) with time zone not null
  constraint log_activations_pkey PRIMARY KEY (pack, version, digest, engine)
  row level security

table log_checkpoints
  tree_size bigint not null
  root_hash bytea not null
  note text not null
  published_at timestamp(3) with time zone not null
  stamp bytea
  stamped_at timestamp(3) with time zone
  constraint log_checkpoints_check CHECK (((stamp IS NULL) = (stamped_at IS NULL)))
  constraint log_checkpoints_root_hash_check CHECK ((octet_length(root_hash) = 32))
  constraint log_checkpoints_tree_size_check CHECK ((tree_size > 0))
  constraint log_checkpoints_pkey PRIMARY KEY (tree_size)
  CREATE INDEX log_checkpoints_stamped ON public.log_checkpoints USING btree (tree_size) WHERE (stamp IS NOT NULL)
  row level security

table log_entries
  arrival bigint not null generated by default as identity
  leaf_index bigint
  entry bytea not null
  created_at timestamp(3) with time zone not null
  constraint log_entries_entry_check CHECK (((octet_length(entry) >= 1) AND (octet_length(entry) <= 65535)))
  constraint log_entries_leaf_index_check CHECK ((leaf_index >= 0))
  constraint log_entries_pkey PRIMARY KEY (arrival)
  constraint log_entries_leaf_index_key UNIQUE (leaf_index)
  CREATE INDEX log_entries_waiting ON public.log_entries USING btree (arrival) WHERE (leaf_index IS NULL)
  row level security

table log_salts
  digest bytea not null
  salt bytea not null
  arrival bigint not null
  workspace_id text
  report_id text
  document_id text
  artifact text
  created_at timestamp(3) with time zone not null
  constraint log_salts_artifact_check CHECK ((artifact = 'evidence.zip'::text))
  constraint log_salts_check CHECK (((document_id IS NULL) = (artifact IS NULL)))
  constraint log_salts_digest_check CHECK ((octet_length(digest) = 32))
  constraint log_salts_salt_check CHECK ((octet_length(salt) = 32))
  constraint log_salts_arrival_fkey FOREIGN KEY (arrival) REFERENCES log_entries(arrival)
  constraint log_salts_document_id_artifact_fkey FOREIGN KEY (document_id, artifact) REFERENCES document_artifacts(document_id, name) ON DELETE CASCADE
  constraint log_salts_workspace_id_report_id_fkey FOREIGN KEY (workspace_id, report_id) REFERENCES evidence_reports(workspace_id, id) ON DELETE CASCADE
  constraint log_salts_pkey PRIMARY KEY (digest)
  constraint log_salts_arrival_key UNIQUE (arrival)
  CREATE INDEX log_salts_alone ON public.log_salts USING btree (created_at) WHERE ((report_id IS NULL) AND (document_id IS NULL))
  CREATE INDEX log_salts_of_documents ON public.log_salts USING btree (document_id) WHERE (document_id IS NOT NULL)
  CREATE INDEX log_salts_of_reports ON public.log_salts USING btree (workspace_id, report_id) WHERE (report_id IS NOT NULL)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace()))

table log_tiles
  level smallint not null
  tile bigint not null
  hashes bytea not null
  constraint log_tiles_hashes_check CHECK ((((octet_length(hashes) >= 32) AND (octet_length(hashes) <= 8192)) AND ((octet_length(hashes) % 32) = 0)))
  constraint log_tiles_level_check CHECK (((level >= 0) AND (level <= 63)))
  constraint log_tiles_tile_check CHECK ((tile >= 0))
  constraint log_tiles_pkey PRIMARY KEY (level, tile)
  row level security

table outbox
  id text not null
  job text not null
  payload jsonb not null
  lane text
  line text not null generated always as ((((job || ' '::text) || COALESCE((payload ->> 'workspace_id'::text), ''::text)) || COALESCE((' '::text || lane), ''::text))) stored
  run_at timestamp with time zone not null default now()
  due_at timestamp with time zone not null default now()
  published_at timestamp with time zone
  finish_tag bigint
  failures integer not null default 0
  traces text[]
  created_at timestamp with time zone not null default now()
  constraint outbox_pkey PRIMARY KEY (id)
  CREATE INDEX outbox_due ON public.outbox USING btree (run_at)
  CREATE INDEX outbox_lines ON public.outbox USING btree (line, run_at)
  grant insert to einvoice_scoped

table partners
  workspace_id text not null
  id text not null
  name text not null
  kind text not null
  settings json not null
  secrets text not null
  sending_enabled boolean not null default false
  target_changed_at timestamp with time zone
  last_success_at timestamp(3) with time zone
  last_error_at timestamp(3) with time zone
  last_error json
  failures integer not null default 0
  created_by text not null
  created_at timestamp(3) with time zone not null
  updated_at timestamp(3) with time zone not null
  constraint partners_check CHECK (((last_error_at IS NULL) = (last_error IS NULL)))
  constraint partners_failures_check CHECK ((failures >= 0))
  constraint partners_kind_check CHECK ((kind = ANY (ARRAY['sapi-sk'::text, 'phoss-ap'::text, 'http'::text, 'folder'::text])))
  constraint partners_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255)))
  constraint partners_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint partners_pkey PRIMARY KEY (workspace_id, id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant delete, insert, select, update to einvoice_scoped

table peppol_findings
  network text not null
  participant text not null
  document_type text not null
  finding json not null
  checked_at timestamp(3) with time zone not null
  constraint peppol_findings_pkey PRIMARY KEY (network, participant, document_type)
  CREATE INDEX peppol_findings_oldest ON public.peppol_findings USING btree (checked_at)

table process_figures
  process text not null
  owner text
  figures json not null
  at timestamp with time zone not null
  constraint process_figures_pkey PRIMARY KEY (process)

table public_calls
  day date not null
  client bytea not null
  calls integer not null
  constraint public_calls_calls_check CHECK ((calls >= 0))
  constraint public_calls_client_check CHECK ((octet_length(client) = 32))
  constraint public_calls_pkey PRIMARY KEY (day, client)

table queue_clocks
  pool text not null
  started bigint not null default 0
  base bigint not null default 0
  constraint queue_clocks_pkey PRIMARY KEY (pool)

table radar_changes
  workspace_id text not null
  radar_id text not null
  check_number integer not null
  "position" integer not null
  participant text not null
  at timestamp(3) with time zone not null
  changes json not null
  constraint radar_changes_workspace_id_radar_id_fkey FOREIGN KEY (workspace_id, radar_id) REFERENCES radars(workspace_id, id) ON DELETE CASCADE
  constraint radar_changes_pkey PRIMARY KEY (radar_id, check_number, "position")
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select to einvoice_scoped

table radar_participants
  workspace_id text not null
  radar_id text not null
  "position" integer not null
  input text not null
  participant text
  hint json
  error json
  check_number integer not null default 0
  attempts integer not null default 0
  outcome text
  reason text
  state json
  changes json
  checked_at timestamp(3) with time zone
  constraint radar_participants_attempts_check CHECK ((attempts >= 0))
  constraint radar_participants_check CHECK (((participant IS NULL) = (error IS NOT NULL)))
  constraint radar_participants_check1 CHECK (((outcome IS NULL) = (checked_at IS NULL)))
  constraint radar_participants_check_number_check CHECK ((check_number >= 0))
  constraint radar_participants_input_check CHECK ((char_length(input) <= 200))
  constraint radar_participants_outcome_check CHECK ((outcome = ANY (ARRAY['registered'::text, 'not_registered'::text, 'document_type_not_supported'::text, 'unknown'::text])))
  constraint radar_participants_position_check CHECK (("position" >= 0))
  constraint radar_participants_workspace_id_radar_id_fkey FOREIGN KEY (workspace_id, radar_id) REFERENCES radars(workspace_id, id) ON DELETE CASCADE
  constraint radar_participants_pkey PRIMARY KEY (radar_id, "position")
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select, update to einvoice_scoped

table radars
  workspace_id text not null
  id text not null
  status text not null
  document_type text
  recheck text
  check_number integer not null
  total integer not null
  registered integer not null default 0
  not_registered integer not null default 0
  not_supported integer not null default 0
  unknown integer not null default 0
  failed integer not null
  done integer not null generated always as (((((registered + not_registered) + not_supported) + unknown) + failed)) stored
  changed integer not null default 0
  sequence integer not null default 1
  created_by text not null
  created_at timestamp(3) with time zone not null
  started_at timestamp(3) with time zone not null
  completed_at timestamp(3) with time zone
  next_check_at timestamp(3) with time zone
  constraint radars_changed_check CHECK ((changed >= 0))
  constraint radars_check CHECK ((((((registered + not_registered) + not_supported) + unknown) + failed) <= total))
  constraint radars_check1 CHECK (((status = ANY (ARRAY['completed'::text, 'canceled'::text])) = (completed_at IS NOT NULL)))
  constraint radars_check2 CHECK (((next_check_at IS NULL) OR (status = 'completed'::text)))
  constraint radars_check_number_check CHECK ((check_number > 0))
  constraint radars_failed_check CHECK ((failed >= 0))
  constraint radars_not_registered_check CHECK ((not_registered >= 0))
  constraint radars_not_supported_check CHECK ((not_supported >= 0))
  constraint radars_recheck_check CHECK ((recheck = ANY (ARRAY['daily'::text, 'weekly'::text])))
  constraint radars_registered_check CHECK ((registered >= 0))
  constraint radars_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'canceled'::text])))
  constraint radars_total_check CHECK (((total >= 1) AND (total <= 10000)))
  constraint radars_unknown_check CHECK ((unknown >= 0))
  constraint radars_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint radars_pkey PRIMARY KEY (workspace_id, id)
  CREATE INDEX radars_ended ON public.radars USING btree (completed_at) WHERE ((completed_at IS NOT NULL) AND (next_check_at IS NULL))
  CREATE INDEX radars_newest ON public.radars USING btree (workspace_id, created_at, id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select, update to einvoice_scoped

table rule_pack_changes
  sequence bigint not null generated by default as identity
  digest text not null
  state text not null
  from_day text
  share double precision
  workspaces text[] not null default '{}'::text[]
  changed_by text not null
  reason text not null
  changed_at timestamp(3) with time zone not null
  constraint rule_pack_changes_changed_by_check CHECK ((changed_by <> ''::text))
  constraint rule_pack_changes_check CHECK (((from_day IS NULL) = (state = ANY (ARRAY['installed'::text, 'retired'::text]))))
  constraint rule_pack_changes_check1 CHECK (((share IS NULL) = (state <> ALL (ARRAY['shadow'::text, 'canary'::text]))))
  constraint rule_pack_changes_from_day_check CHECK ((from_day ~ '^\d{4}-\d{2}-\d{2}$'::text))
  constraint rule_pack_changes_reason_check CHECK ((reason <> ''::text))
  constraint rule_pack_changes_share_check CHECK (((share >= (0)::double precision) AND (share <= (100)::double precision)))
  constraint rule_pack_changes_state_check CHECK ((state = ANY (ARRAY['installed'::text, 'shadow'::text, 'canary'::text, 'active'::text, 'retired'::text])))
  constraint rule_pack_changes_digest_fkey FOREIGN KEY (digest) REFERENCES rule_packs(digest)
  constraint rule_pack_changes_pkey PRIMARY KEY (sequence)
  CREATE INDEX rule_pack_changes_of_pack ON public.rule_pack_changes USING btree (digest, sequence)
  row level security

table rule_pack_files
  digest text not null
  path text not null
  content bytea not null
  constraint rule_pack_files_digest_fkey FOREIGN KEY (digest) REFERENCES rule_packs(digest)
  constraint rule_pack_files_pkey PRIMARY KEY (digest, path)
  row level security

table rule_pack_shadow_rules
  digest text not null
  rule_id text not null
  only_shadow bigint not null
  only_serving bigint not null
  constraint rule_pack_shadow_rules_digest_fkey FOREIGN KEY (digest) REFERENCES rule_packs(digest)
  constraint rule_pack_shadow_rules_pkey PRIMARY KEY (digest, rule_id)
  row level security

table rule_pack_shadows
  digest text not null
  day text not null
  judged bigint not null
  other_verdict bigint not null
  other_rules bigint not null
  constraint rule_pack_shadows_day_check CHECK ((day ~ '^\d{4}-\d{2}-\d{2}$'::text))
  constraint rule_pack_shadows_digest_fkey FOREIGN KEY (digest) REFERENCES rule_packs(digest)
  constraint rule_pack_shadows_pkey PRIMARY KEY (digest, day)
  row level security

table rule_packs
  digest text not null
  id text not null
  version text not null
  examples jsonb not null
  examples_day text not null
  constraint rule_packs_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text))
  constraint rule_packs_examples_day_check CHECK ((examples_day ~ '^\d{4}-\d{2}-\d{2}$'::text))
  constraint rule_packs_pkey PRIMARY KEY (digest)
  constraint rule_packs_id_version_key UNIQUE (id, version)
  row level security

table schedules
  job text not null
  period timestamp with time zone not null
  constraint schedules_pkey PRIMARY KEY (job)

table schema_migration_files
  name text not null
  digest text not null
  needs integer
  constraint schema_migration_files_pkey PRIMARY KEY (name)

table schema_migrations
  name character varying(255) not null
  "timestamp" character varying(255) not null
  constraint schema_migrations_pkey PRIMARY KEY (name)

table schema_migrations_lock
  id character varying(255) not null
  is_locked integer not null default 0
  constraint schema_migrations_lock_pkey PRIMARY KEY (id)

table secret_fingerprints
  name text not null
  fingerprint text not null
  recorded_at timestamp with time zone not null default now()
  encrypted_at timestamp with time zone
  constraint secret_fingerprints_name_check CHECK ((name = ANY (ARRAY['EVIDENCE_SECRET'::text, 'SECRETS_KEY'::text])))
  constraint secret_fingerprints_pkey PRIMARY KEY (name)

table sftp_homes
  id text not null
  constraint sftp_homes_pkey PRIMARY KEY (id)

table sftp_host_keys
  algorithm text not null
  fingerprint text not null
  sealed_private text not null
  port integer not null default 0
  seen_at timestamp(3) with time zone not null
  constraint sftp_host_keys_pkey PRIMARY KEY (algorithm)

table sftp_keys
  workspace_id text not null
  id text not null
  name text not null
  algorithm text not null
  fingerprint text not null
  public_key bytea not null
  addresses text[] not null default '{}'::text[]
  created_by text not null
  created_at timestamp(3) with time zone not null
  expires_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  last_used_at timestamp(3) with time zone
  last_used_from text
  constraint sftp_keys_check CHECK (((last_used_at IS NULL) = (last_used_from IS NULL)))
  constraint sftp_keys_fingerprint_check CHECK ((fingerprint ~ '^SHA256:[A-Za-z0-9+/]{43}$'::text))
  constraint sftp_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
  constraint sftp_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint sftp_keys_pkey PRIMARY KEY (workspace_id, id)
  CREATE UNIQUE INDEX sftp_keys_fingerprint ON public.sftp_keys USING btree (workspace_id, fingerprint) WHERE (revoked_at IS NULL)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select to einvoice_scoped
  grant update (revoked_at) to einvoice_scoped

table sftp_settings
  workspace_id text not null
  language text not null
  steps text[] not null
  partner text
  trigger_files boolean not null
  manifest boolean not null
  updated_at timestamp(3) with time zone not null
  constraint sftp_settings_check CHECK ((('send_preparation'::text = ANY (steps)) = (partner IS NOT NULL)))
  constraint sftp_settings_language_check CHECK ((language = ANY (ARRAY['sk'::text, 'en'::text])))
  constraint sftp_settings_steps_check CHECK (((steps <@ ARRAY['validate'::text, 'evidence'::text, 'render'::text, 'send_preparation'::text]) AND ('validate'::text = ANY (steps))))
  constraint sftp_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint sftp_settings_pkey PRIMARY KEY (workspace_id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select, update to einvoice_scoped

table source_paces
  source text not null
  free_at timestamp with time zone not null
  constraint source_paces_pkey PRIMARY KEY (source)

table source_places
  lane text not null
  place integer not null
  holder text
  held_until timestamp with time zone not null default '-infinity'::timestamp with time zone
  closed_until timestamp with time zone not null default '-infinity'::timestamp with time zone
  constraint source_places_place_check CHECK ((place > 0))
  constraint source_places_pkey PRIMARY KEY (lane, place)

table source_queue
  lane text not null
  process text not null
  since timestamp with time zone not null
  until timestamp with time zone not null
  constraint source_queue_pkey PRIMARY KEY (lane, process)

table status_messages
  workspace_id text not null
  id text not null
  document_id text
  kind text not null
  sha256 text not null
  content bytea not null
  said json not null
  created_at timestamp(3) with time zone not null
  constraint status_messages_kind_check CHECK ((kind = ANY (ARRAY['mls'::text, 'invoice_response'::text])))
  constraint status_messages_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
  constraint status_messages_workspace_id_document_id_fkey FOREIGN KEY (workspace_id, document_id) REFERENCES documents(workspace_id, id) ON DELETE CASCADE
  constraint status_messages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint status_messages_pkey PRIMARY KEY (workspace_id, id)
  constraint status_messages_once UNIQUE (workspace_id, sha256)
  CREATE INDEX status_messages_document ON public.status_messages USING btree (document_id) WHERE (document_id IS NOT NULL)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant delete, insert, select to einvoice_scoped

table stored_contents
  address text not null
  workspace_id text not null
  key_id text not null
  loose_since timestamp(3) with time zone default now()
  constraint stored_contents_address_check CHECK ((address ~ '^ws/[a-z0-9_-]+/[0-9]{4}/[0-9]{2}/[0-9a-f]{64}$'::text))
  constraint stored_contents_pkey PRIMARY KEY (address)
  CREATE INDEX stored_contents_loose ON public.stored_contents USING btree (loose_since) WHERE (loose_since IS NOT NULL)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace()))

table transparency_log
  origin text not null
  public_key bytea not null
  sealed_private bytea not null
  secret_id text not null
  tree_size bigint not null default 0
  root_hash bytea not null
  created_at timestamp(3) with time zone not null
  constraint transparency_log_origin_check CHECK ((origin ~ '^[^[:space:]+]+$'::text))
  constraint transparency_log_public_key_check CHECK ((octet_length(public_key) = 32))
  constraint transparency_log_root_hash_check CHECK ((octet_length(root_hash) = 32))
  constraint transparency_log_tree_size_check CHECK ((tree_size >= 0))
  constraint transparency_log_pkey PRIMARY KEY (origin)
  CREATE UNIQUE INDEX transparency_log_one ON public.transparency_log USING btree ((true))
  row level security

table usage_counts
  workspace_id text not null
  month text not null
  product text not null
  calls bigint not null
  constraint usage_counts_calls_check CHECK ((calls > 0))
  constraint usage_counts_month_check CHECK ((month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text))
  constraint usage_counts_product_check CHECK ((product ~ '^[a-z]+(-[a-z]+)*$'::text))
  constraint usage_counts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint usage_counts_pkey PRIMARY KEY (workspace_id, month, product)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace()))
  grant select to einvoice_scoped

table usage_receipts
  workspace_id text not null
  receipt text not null
  at timestamp(3) with time zone not null
  constraint usage_receipts_receipt_check CHECK (((char_length(receipt) >= 1) AND (char_length(receipt) <= 255)))
  constraint usage_receipts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint usage_receipts_pkey PRIMARY KEY (workspace_id, receipt)
  CREATE INDEX usage_receipts_oldest ON public.usage_receipts USING btree (at)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace()))

table vat_answers
  vat text not null
  source text not null
  valid boolean not null
  name text
  address text
  request_date text
  checked_at timestamp(3) with time zone not null
  constraint vat_answers_pkey PRIMARY KEY (vat)
  CREATE INDEX vat_answers_oldest ON public.vat_answers USING btree (checked_at)

table vat_attempts
  minute timestamp(0) with time zone not null
  country text not null
  channel text not null
  outcome text not null
  attempts integer not null
  milliseconds bigint not null
  slowest integer not null
  constraint vat_attempts_attempts_check CHECK ((attempts > 0))
  constraint vat_attempts_pkey PRIMARY KEY (minute, country, channel, outcome)

table vat_batch_items
  workspace_id text not null
  batch_id text not null
  "position" integer not null
  input text not null
  country text
  status text not null
  attempts integer not null default 0
  result json
  error json
  constraint vat_batch_items_attempts_check CHECK ((attempts >= 0))
  constraint vat_batch_items_check CHECK (((status = ANY (ARRAY['valid'::text, 'invalid'::text])) = (result IS NOT NULL)))
  constraint vat_batch_items_check1 CHECK (((status = 'failed'::text) = (error IS NOT NULL)))
  constraint vat_batch_items_input_check CHECK ((char_length(input) <= 100))
  constraint vat_batch_items_position_check CHECK (("position" >= 0))
  constraint vat_batch_items_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'valid'::text, 'invalid'::text, 'failed'::text])))
  constraint vat_batch_items_workspace_id_batch_id_fkey FOREIGN KEY (workspace_id, batch_id) REFERENCES vat_batches(workspace_id, id) ON DELETE CASCADE
  constraint vat_batch_items_pkey PRIMARY KEY (batch_id, "position")
  CREATE INDEX vat_batch_items_queued ON public.vat_batch_items USING btree (batch_id, country, "position") WHERE (status = 'queued'::text)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select, update to einvoice_scoped

table vat_batches
  workspace_id text not null
  id text not null
  status text not null
  requester text
  max_age integer
  answered_as text
  total integer not null
  valid integer not null default 0
  invalid integer not null default 0
  failed integer not null default 0
  done integer not null generated always as (((valid + invalid) + failed)) stored
  sequence integer not null default 1
  created_by text not null
  created_at timestamp(3) with time zone not null
  give_up_at timestamp(3) with time zone not null
  completed_at timestamp(3) with time zone
  constraint vat_batches_answered_as_check CHECK ((answered_as = 'verification'::text))
  constraint vat_batches_check CHECK ((((valid + invalid) + failed) <= total))
  constraint vat_batches_check1 CHECK (((status = ANY (ARRAY['completed'::text, 'canceled'::text])) = (completed_at IS NOT NULL)))
  constraint vat_batches_failed_check CHECK ((failed >= 0))
  constraint vat_batches_invalid_check CHECK ((invalid >= 0))
  constraint vat_batches_max_age_check CHECK ((max_age >= 0))
  constraint vat_batches_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'canceled'::text])))
  constraint vat_batches_total_check CHECK (((total >= 1) AND (total <= 10000)))
  constraint vat_batches_valid_check CHECK ((valid >= 0))
  constraint vat_batches_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint vat_batches_pkey PRIMARY KEY (workspace_id, id)
  CREATE INDEX vat_batches_ended ON public.vat_batches USING btree (completed_at) WHERE (completed_at IS NOT NULL)
  CREATE INDEX vat_batches_newest ON public.vat_batches USING btree (workspace_id, created_at, id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select, update to einvoice_scoped

table vat_calls
  source text not null
  minute timestamp(0) with time zone not null
  calls integer not null
  constraint vat_calls_calls_check CHECK ((calls > 0))
  constraint vat_calls_pkey PRIMARY KEY (source, minute)

table vat_hours
  hour timestamp(0) with time zone not null
  country text not null
  verdict boolean not null
  within integer not null
  attempts bigint not null
  constraint vat_hours_attempts_check CHECK ((attempts > 0))
  constraint vat_hours_within_check CHECK ((within > 0))
  constraint vat_hours_pkey PRIMARY KEY (hour, country, verdict, within)

table webhook_attempts
  workspace_id text not null
  delivery_id text not null
  number integer not null
  at timestamp(3) with time zone not null
  latency_ms integer not null
  response_status integer
  response_body text
  error text
  constraint webhook_attempts_latency_ms_check CHECK ((latency_ms >= 0))
  constraint webhook_attempts_number_check CHECK ((number > 0))
  constraint webhook_attempts_response_status_check CHECK (((response_status >= 100) AND (response_status <= 999)))
  constraint webhook_attempts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, number)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant insert, select to einvoice_scoped

table webhook_deliveries
  workspace_id text not null
  id text not null
  webhook_id text not null
  sequence integer not null
  event_id text not null
  type text not null
  body text not null
  status text not null
  attempts integer not null default 0
  tries integer not null default 0
  asked_at timestamp(3) with time zone not null
  due_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null
  ended_at timestamp(3) with time zone
  constraint webhook_deliveries_attempts_check CHECK ((attempts >= 0))
  constraint webhook_deliveries_check CHECK (((tries >= 0) AND (tries <= attempts)))
  constraint webhook_deliveries_check1 CHECK (((status = 'pending'::text) = (due_at IS NOT NULL)))
  constraint webhook_deliveries_check2 CHECK (((status = 'pending'::text) = (ended_at IS NULL)))
  constraint webhook_deliveries_sequence_check CHECK ((sequence > 0))
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
  constraint webhook_deliveries_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id) ON DELETE CASCADE
  constraint webhook_deliveries_pkey PRIMARY KEY (workspace_id, id, event_id)
  constraint webhook_deliveries_event UNIQUE (webhook_id, event_id)
  CREATE INDEX webhook_deliveries_due ON ONLY public.webhook_deliveries USING btree (webhook_id, due_at, sequence) WHERE (status = 'pending'::text)
  CREATE INDEX webhook_deliveries_failed ON ONLY public.webhook_deliveries USING btree (webhook_id, sequence) WHERE (status = 'failed'::text)
  CREATE INDEX webhook_deliveries_newest ON ONLY public.webhook_deliveries USING btree (workspace_id, webhook_id, sequence)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  CREATE TRIGGER webhook_deliveries_attempts AFTER DELETE ON public.webhook_deliveries FOR EACH ROW EXECUTE FUNCTION delete_attempts()
  grant insert, select, update to einvoice_scoped

table webhooks
  workspace_id text not null
  id text not null
  url text not null
  description text
  events text[] not null
  secret text not null
  previous_secret text
  previous_secret_until timestamp(3) with time zone
  earlier_secrets jsonb not null default '[]'::jsonb
  status text not null
  disabled_reason text
  disabled_at timestamp(3) with time zone
  last_sequence integer not null default 0
  run_id text
  wake_id text
  wake_at timestamp(3) with time zone
  created_by text not null
  created_at timestamp(3) with time zone not null
  updated_at timestamp(3) with time zone not null
  constraint webhooks_check CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL)))
  constraint webhooks_check1 CHECK (((status = 'disabled'::text) = (disabled_reason IS NOT NULL)))
  constraint webhooks_check2 CHECK (((status = 'disabled'::text) = (disabled_at IS NOT NULL)))
  constraint webhooks_check3 CHECK (((status = 'enabled'::text) OR ((run_id IS NULL) AND (wake_id IS NULL))))
  constraint webhooks_check4 CHECK (((wake_id IS NULL) = (wake_at IS NULL)))
  constraint webhooks_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 255)))
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text, 'request'::text])))
  constraint webhooks_events_check CHECK ((cardinality(events) > 0))
  constraint webhooks_last_sequence_check CHECK ((last_sequence >= 0))
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
  constraint webhooks_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2000)))
  constraint webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint webhooks_pkey PRIMARY KEY (workspace_id, id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace())) with check ((workspace_id = current_workspace()))
  grant delete, insert, select, update to einvoice_scoped

table workspace_keys
  id text not null
  workspace_id text not null
  sealed text not null
  created_at timestamp(3) with time zone not null
  constraint workspace_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
  constraint workspace_keys_pkey PRIMARY KEY (id)
  constraint workspace_keys_workspace_id_key UNIQUE (workspace_id)
  row level security
  policy own_workspace for all to einvoice_scoped using ((workspace_id = current_workspace()))

table workspaces
  id text not null
  name text not null
  environment text not null
  plan text not null default 'pay-as-you-go'::text
  created_at timestamp(3) with time zone not null
  expires_at timestamp(3) with time zone
  cii text
  constraint workspaces_cii_check CHECK ((cii = ANY (ARRAY['validate'::text, 'unsupported'::text])))
  constraint workspaces_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text])))
  constraint workspaces_plan_check CHECK ((plan ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
  constraint workspaces_pkey PRIMARY KEY (id)
  CREATE INDEX workspaces_expiry ON public.workspaces USING btree (expires_at) WHERE (expires_at IS NOT NULL)
  row level security
  policy own_workspace for all to einvoice_scoped using ((id = current_workspace()))
  CREATE TRIGGER workspaces_changed AFTER UPDATE OF expires_at ON public.workspaces FOR EACH ROW EXECUTE FUNCTION raise_key_epoch()
  CREATE TRIGGER workspaces_keep BEFORE DELETE ON public.workspaces FOR EACH ROW EXECUTE FUNCTION refuse_living_workspace()
  grant select to einvoice_scoped

sequence checkpoint_stamps_id_seq

sequence log_entries_arrival_seq

sequence rule_pack_changes_sequence_seq

CREATE OR REPLACE FUNCTION public.current_workspace()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('app.workspace_id'::text, true), ''::text)

CREATE OR REPLACE FUNCTION public.delete_attempts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  delete from webhook_attempts where workspace_id = old.workspace_id and delivery_id = old.id;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.event_is_awaited(type text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM webhooks WHERE ((webhooks.workspace_id = current_workspace()) AND (webhooks.status = 'enabled'::text) AND (webhooks.events && ARRAY[event_is_awaited.type, '*'::text]))))

CREATE OR REPLACE FUNCTION public.keep_from_truncate(parent text, part text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute (
    select format('create trigger %I before truncate on %I for each statement execute function %s()',
      part || '_no_truncate', part, tgfoid::regproc)
    from pg_trigger where tgrelid = parent::regclass and tgname = parent || '_no_truncate'
    union all select 'select' limit 1
  );
end
$function$

CREATE OR REPLACE FUNCTION public.loosen_content()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  update stored_contents set loose_since = now() where address = old.address;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.make_month(parent text, key text, prefix text, month timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  part constant text := parent || to_char(month at time zone 'UTC', '_YYYY_MM');
  starts constant text := month_bound(prefix, month);
  ends constant text := month_bound(prefix, (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
  held boolean;
begin
  perform pg_advisory_xact_lock(hashtext('einvoice months'));
  if to_regclass(part) is not null then return false; end if;
  execute format('select exists (select from %I where %I >= %L and %I < %L)', parent || '_rest', key, starts, key, ends)
    into held;
  if held then return false; end if;
  execute format('create table %I (like %I including all)', part, parent);
  execute format('alter table %I enable row level security', part);
  perform keep_from_truncate(parent, part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, starts, ends);
  return true;
end
$function$

CREATE OR REPLACE FUNCTION public.month_bound(prefix text, month timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN (((((prefix || '_'::text) || substr(lpad(to_hex(((EXTRACT(epoch FROM month) * (1000)::numeric))::bigint), 12, '0'::text), 1, 8)) || '-'::text) || substr(lpad(to_hex(((EXTRACT(epoch FROM month) * (1000)::numeric))::bigint), 12, '0'::text), 9, 4)) || '-0000-0000-000000000000'::text)

CREATE OR REPLACE FUNCTION public.number_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.position is null then
    insert into evidence_sequences as s (workspace_id, last) values (new.workspace_id, 1)
    on conflict (workspace_id) do update set last = s.last + 1
    returning last into new.position;
  end if;
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.raise_key_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
begin
  update key_epoch set number = number + 1;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and not exists (
    select from workspaces where id = old.workspace_id and (expires_at is null or expires_at > now())
  ) then
    return old;
  end if;
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end
$function$

CREATE OR REPLACE FUNCTION public.refuse_event_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and not exists (
    select from workspaces where id = old.workspace_id and (expires_at is null or expires_at > now())
  ) then
    return old;
  end if;
  raise exception 'the timeline of a document is append-only' using errcode = 'restrict_violation';
end
$function$

CREATE OR REPLACE FUNCTION public.refuse_key_revival()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'the revocation of the key % is final', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.refuse_living_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.expires_at is null or old.expires_at > now() then
    raise exception 'workspace % has not expired', old.id using errcode = 'restrict_violation';
  end if;
  return old;
end
$function$
