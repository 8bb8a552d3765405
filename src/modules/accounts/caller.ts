import type { Scope } from '../../lib/scope.ts';

export const ROLES = ['viewer', 'developer', 'admin'] as const;

/**
 * Permissions of a key: `viewer` reads, `developer` also submits, `admin` also administers (contract, section 11).
 */
export type Role = (typeof ROLES)[number];

export type Environment = 'sandbox' | 'production';

export const CII_WORDS = ['validate', 'unsupported'] as const;

/** How to treat Cross Industry Invoices. */
export type Cii = (typeof CII_WORDS)[number];

/** Authenticated caller and its scope. */
export type Caller = Scope & {
  /** `public`: without an API key. */
  readonly role: Role | 'public';
  readonly environment: Environment;
  /** Plan of the key's workspace; a caller of the sandbox may have none. */
  readonly plan?: string;
  /** Setting of the workspace; absent or null: the default of the instance. */
  readonly cii?: Cii | null;
};

/** Workspace of calls without an API key. */
export const PUBLIC_WORKSPACE = 'public';
