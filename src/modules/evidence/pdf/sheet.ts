import type { Protocol } from '../report-content.ts';

/** How much is proven: by the service's key, by its public log too, or by a qualified provider. */
export type Grade = 'signed' | 'signed_and_logged' | 'qualified';

/** What a printed report is made of. */
export type Sheet = {
  readonly protocol: Protocol;
  /** When the report was made: ISO 8601. The file bears no other time. */
  readonly at: string;
  /** What is proven when the file is made. */
  readonly grade: Grade;
  /** Where the service is found, without a slash at the end; null: it does not know. */
  readonly site: string | null;
};

/** The page of the service that verifies evidence. */
export const VERIFY_PATHS = { sk: '/overit-dokaz/', en: '/en/verify/' } as const;
