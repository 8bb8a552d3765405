import type { FileResult, Language, PatchEdit } from '@e-invoice/validator/issues';

/** What the page asks of its worker. Bytes are handed over, not copied. */
export type Question =
  | {
      readonly kind: 'judge';
      readonly bytes: Uint8Array;
      readonly filename: string;
      readonly language: Language;
      readonly ruleset?: string;
      readonly asOf?: string;
      readonly compare?: string;
    }
  | { readonly kind: 'correct'; readonly bytes: Uint8Array; readonly patch: readonly PatchEdit[] };

/** What the worker answers to a question: a result; the corrected bytes, null where an edit has no place. */
export type Reply<Q extends Question> = Q extends { kind: 'judge' } ? FileResult : Uint8Array | null;

export type Asked = { readonly id: number; readonly question: Question };

export type Answered = { readonly id: number } & ({ readonly value: unknown } | { readonly fault: string });
