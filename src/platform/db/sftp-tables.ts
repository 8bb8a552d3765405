type SftpKeysTable = {
  workspace_id: string;
  id: string;
  name: string;
  algorithm: string;
  fingerprint: string;
  public_key: Buffer;
  addresses: string[];
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  last_used_from: string | null;
};

type SftpSettingsTable = {
  workspace_id: string;
  language: 'sk' | 'en';
  steps: string[];
  partner: string | null;
  trigger_files: boolean;
  manifest: boolean;
  updated_at: Date;
};

type SftpHostKeysTable = {
  fingerprint: string;
  algorithm: string;
  sealed_private: string;
  /** 0 until a server listens. */
  port: number;
  seen_at: Date;
};

type SftpHomesTable = { id: string };

/** Tables of the SFTP intake as Kysely types. */
export type SftpTables = {
  sftp_keys: SftpKeysTable;
  sftp_settings: SftpSettingsTable;
  sftp_host_keys: SftpHostKeysTable;
  sftp_homes: SftpHomesTable;
};
