import type { Bytes } from './bytes.ts';
import type { GRADES } from './checks.data.ts';
import type { Reason } from './finding.ts';

export type Grade = keyof typeof GRADES;

/** A time stamp that was checked in full. */
export type ExaminedStamp =
  /** It does not hold. */
  | { readonly fault: Reason }
  | {
      readonly fault: null;
      /** The authority’s time, ISO 8601 in UTC with milliseconds. */
      readonly at: string;
      /** When the authority’s certificate ends, likewise. */
      readonly expiresAt: string;
      /** Whether it states to be qualified. */
      readonly isQualified: boolean;
      /** Whether its certificate leads to an authority that the reader trusts; null: the reader named none. */
      readonly isTrusted: boolean | null;
    };

/** Who reads certificates, which takes more than browsers and the single file have. */
export type Examiner = {
  /** Checks an answer of a time-stamping authority about that content: signature, certificate, and whose it is. */
  readonly examineStamp: (response: Bytes, content: Bytes) => Promise<ExaminedStamp>;
  /** The grade of what was proven. @param proven.seal the certificate of the report's signature, DER */
  readonly gradeOf: (proven: {
    readonly seal: Bytes | null;
    readonly isLogged: boolean;
    readonly stamp: { readonly isQualified: boolean } | null;
  }) => Grade;
};
