import type { Verification } from '../../src/modules/evidence/verifier/index.ts';

/** What the page asks of its worker. */
export type Asked = {
  readonly evidence: Uint8Array<ArrayBuffer>;
  readonly invoice: Uint8Array<ArrayBuffer> | null;
  /** The keys of the service, as the page has them; empty: it has none. */
  readonly keys: string;
};

export type Answered = { readonly found: Verification } | { readonly fault: 'algorithm' | 'other' };
