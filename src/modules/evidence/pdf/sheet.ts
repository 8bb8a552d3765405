import type { Protocol } from '../report-content.ts';

/**
 * Grade of evidence: signed by the service, also in its public log, or also sealed and time-stamped by qualified
 * providers.
 */
export type Grade = 'signed' | 'signed_and_logged' | 'qualified';

export type Sheet = {
  readonly protocol: Protocol;
  /** Creation time of the report, ISO 8601. The file contains no other time. */
  readonly at: string;
  readonly grade: Grade;
  /** Public address of the service without a trailing slash; null: not configured. */
  readonly site: string | null;
};

export const VERIFY_PATHS = { sk: '/overit-dokaz/', en: '/en/verify/' } as const;
