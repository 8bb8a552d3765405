import type { DocumentType, Layer } from '@e-invoice/validator/issues';
import type { Opinion } from '../reference-result.ts';

export type Submission = {
  readonly bytes: Uint8Array;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly documentType: DocumentType;
  /** Layers of the rule set that applies; some validators select a profile by them. */
  readonly layers: readonly Layer[];
  readonly signal?: AbortSignal;
};

/** Record of a file sent to a third party: recipient, time, digest and size. */
export type Departure = {
  readonly to: string;
  readonly at: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** Result of an external validator with the record of the transmission; null when nothing was sent. */
export type ThirdOpinion = Opinion & { readonly sent: Departure | null };

export type ThirdParty = {
  /**
   * Never throws: a failure is the reason of the result. Sends the file to a third party, so the caller must have
   * consent.
   */
  readonly validate: (submission: Submission) => Promise<ThirdOpinion>;
};
