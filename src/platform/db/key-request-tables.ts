/** Requests for production API keys. */
type KeyRequestsTable = {
  id: string;
  status: 'received' | 'verifying' | 'approved' | 'refused';
  company: string;
  ico: string | null;
  vat: string | null;
  contact: string;
  email: string;
  purpose: string;
  vat_status: 'none' | 'valid' | 'invalid' | 'unknown';
  vat_name: string | null;
  created_at: Date;
  decided_at: Date | null;
  reason: string | null;
  workspace: string | null;
  link_digest: Buffer | null;
  link_expires_at: Date | null;
  link_used_at: Date | null;
  key_id: string | null;
};

export type KeyRequestTables = { key_requests: KeyRequestsTable };
