import type { Layer } from '@e-invoice/validator/issues';
import type { PackPlace } from './pack-validator.ts';
import type { PrefilterLimits } from './prefilter.ts';
import type { ValidationOutcome } from './reference-result.ts';

/** What the judge's process is told first. */
export type Setup = {
  /** With `structure.tsv` and `datatypes.tsv`. */
  readonly structureFolder: string;
  readonly packs: readonly PackPlace[];
  readonly limits: PrefilterLimits;
};

/** A release by its id and version; with its place, where the setup does not tell it. */
export type PackName = Pick<PackPlace, 'id' | 'version'> | PackPlace;

/** What it is asked, one at a time. */
export type Request = {
  readonly bytes: Uint8Array;
  /** Which releases are applied, in this order. */
  readonly packs: readonly PackName[];
  readonly layers: readonly Layer[];
};

/** To the process: its setup once, then requests; `prepare`: all releases that are not seldom
 * asked for are loaded ahead. */
export type ToProcess =
  | { readonly setup: Setup }
  | { readonly prepare: true }
  | { readonly number: number; readonly request: Request };

/**
 * From the process, with the number of the request: its judgement may come when nobody waits for it any more. `begun`: the
 * rules asked for are loaded; from now on the time is the file's own, and a judgement follows.
 */
export type FromProcess = { readonly number: number } & Reply;

export type Reply =
  | { readonly kind: 'begun' }
  | { readonly kind: 'judged'; readonly judged: ValidationOutcome }
  /** A defect, or rules that stop as a whole. Says where, not what the file contains. */
  | { readonly kind: 'fault'; readonly stack: string };
