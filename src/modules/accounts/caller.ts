import type { Scope } from '../../lib/scope.ts';

export const ROLES = ['viewer', 'developer', 'admin'] as const;

/** What a key may do: `viewer` reads, `developer` also submits, `admin` also administers (contract, section 11). */
export type Role = (typeof ROLES)[number];

export type Environment = 'sandbox' | 'production';

/** Who calls, and where the call works. */
export type Caller = Scope & {
  /** `public`: without a key. */
  readonly role: Role | 'public';
  readonly environment: Environment;
  /** Of the key's workspace; a caller of the sandbox may have none. */
  readonly plan?: string;
};

/** Where calls without a key work. */
export const PUBLIC_WORKSPACE = 'public';
