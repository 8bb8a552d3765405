import type { Verification } from '../../src/modules/evidence/verifier/index.ts';

/** Request of the page to the verification worker. */
export type VerifierRequest = {
  readonly evidence: Uint8Array<ArrayBuffer>;
  readonly invoice: Uint8Array<ArrayBuffer> | null;
  /** The public keys of the service embedded in the page; empty if there are no keys. */
  readonly keys: string;
};

export type Answered = { readonly found: Verification } | { readonly fault: 'algorithm' | 'other' };
