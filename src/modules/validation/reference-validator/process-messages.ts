import type { Layer } from '@e-invoice/validator/issues';
import type { PackPlace } from './pack-validator.ts';
import type { PrefilterLimits } from './prefilter.ts';
import type { ValidationOutcome } from './reference-result.ts';

/** First message to the process. */
export type Setup = {
  /** Contains `structure.tsv` and `datatypes.tsv`. */
  readonly structureFolder: string;
  readonly packs: readonly PackPlace[];
  readonly limits: PrefilterLimits;
};

/** A release by id and version; with its location when the setup does not list it. */
export type PackName = Pick<PackPlace, 'id' | 'version'> | PackPlace;

/** One request at a time. */
export type Request = {
  readonly bytes: Uint8Array;
  /** Releases to apply, in this order. */
  readonly packs: readonly PackName[];
  readonly layers: readonly Layer[];
};

/**
 * Messages to the process: its setup once, then requests. `prepare` loads all releases that are not compiled on first
 * use.
 */
export type ToProcess =
  | { readonly setup: Setup }
  | { readonly prepare: true }
  | { readonly number: number; readonly request: Request };

/**
 * Messages from the process, with the number of the request, because a result may arrive after its timeout. `begun`:
 * the rules are loaded; the time limit of the file starts, and a result follows.
 */
export type FromProcess = { readonly number: number } & Reply;

export type Reply =
  | { readonly kind: 'begun' }
  | { readonly kind: 'judged'; readonly outcome: ValidationOutcome }
  /** A defect, or rules that fail as a whole. Contains the stack, no file content. */
  | { readonly kind: 'fault'; readonly stack: string };
