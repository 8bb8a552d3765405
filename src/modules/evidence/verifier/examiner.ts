import type { KeysBelow } from '../../../../locales/index.ts';
import type { Bytes } from './bytes.ts';
import type { Reason } from './finding.ts';

export type Grade = KeysBelow<'verifier.grade'>;

/** Result of a full time stamp verification. */
export type ExaminedStamp =
  | { readonly fault: Reason }
  | {
      readonly fault: null;
      /** Time stated by the authority, ISO 8601 in UTC with milliseconds. */
      readonly at: string;
      /** Expiry of the authority's certificate, in the same format. */
      readonly expiresAt: string;
      readonly isQualified: boolean;
      /** Whether its certificate chain leads to a trusted authority; null: the user specified no trust anchors. */
      readonly isTrusted: boolean | null;
    };

/** Verification that requires X.509 parsing, which browsers and the standalone verifier do not include. */
export type Examiner = {
  /** Verifies a time stamp response for this content: signature, certificate and its issuer. */
  readonly examineStamp: (response: Bytes, content: Bytes) => Promise<ExaminedStamp>;
  /** Returns the grade of verified evidence. @param proven.seal certificate of the report signature, DER */
  readonly gradeOf: (proven: {
    readonly seal: Bytes | null;
    readonly isLogged: boolean;
    readonly stamp: { readonly isQualified: boolean } | null;
  }) => Grade;
};
