import type { DocumentType, Layer } from '@e-invoice/validator/issues';
import type { Opinion } from '../reference-result.ts';

/** What an external validator is told besides the file. */
export type Submission = {
  readonly bytes: Uint8Array;
  /** Lowercase hex. */
  readonly sha256: string;
  readonly documentType: DocumentType;
  /** The layers of the rule set that applies: some validators judge by profile. */
  readonly layers: readonly Layer[];
  readonly signal?: AbortSignal;
};

/** The record that a file left the house: to whom, when, which, how much. */
export type Departure = {
  readonly to: string;
  readonly at: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** An external opinion, with the record of what was sent for it; null when nothing left the house. */
export type ThirdOpinion = Opinion & { readonly sent: Departure | null };

/** A validator in another house. */
export type ThirdParty = {
  /** Never fails: what went wrong is the opinion's reason. Calling it sends the file away: consent comes first. */
  readonly judge: (submission: Submission) => Promise<ThirdOpinion>;
};
