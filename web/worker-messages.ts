import type { Comparison, FileResult } from '@e-invoice/validator/issues';
import type { Language, RuleWords } from '../src/modules/result-view/index.ts';
import type { Previewed } from './draft/preview.ts';

/** Requests of the page to its worker. Bytes are transferred, not cloned. */
export type Question =
  | {
      readonly kind: 'judge';
      readonly bytes: Uint8Array;
      readonly filename: string;
    }
  | {
      readonly kind: 'correct';
      readonly bytes: Uint8Array;
      /** Indexes of the cause in the result of these bytes and of its correction. */
      readonly cause: number;
      readonly correction: number;
    }
  /** Loads the rules and the renderer before they are needed. */
  | { readonly kind: 'load-all' }
  /** Loads the PDF reader and rarely used rules. */
  | { readonly kind: 'load-rest' }
  | { readonly kind: 'open-pdf'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'compare';
      readonly bytes: Uint8Array;
      /** `YYYY-MM-DD` */
      readonly day: string;
    }
  | {
      readonly kind: 'draw';
      readonly bytes: Uint8Array;
      readonly language: Language;
      /** The result for these bytes. */
      readonly found: Pick<FileResult, 'issues' | 'root_causes'>;
    }
  | {
      readonly kind: 'preview';
      /** The form input. */
      readonly draft: unknown;
    }
  | { readonly kind: 'texts'; readonly ruleIds: readonly string[] };

/** A rendered invoice as HTML, escaped at creation, and its style. */
export type Sheet = { readonly markup: string; readonly style: string };

/** The invoice embedded in a PDF, or why it cannot be extracted. */
export type Embedded =
  | {
      readonly name: string;
      readonly bytes: Uint8Array;
      /** Names of further invoices in the PDF. */
      readonly others: readonly string[];
    }
  | { readonly unread: 'nothing' | 'encrypted' | 'broken' | 'limit' };

/** Catalog texts by rule id; unknown rules are omitted. */
export type RuleTexts = readonly (readonly [ruleId: string, words: RuleWords])[];

/**
 * Response to a request. Null means: the correction cannot be applied, no rule set exists for the day, or the bytes
 * cannot be rendered.
 */
export type Reply<Q extends Question> = Q extends { kind: 'judge' }
  ? FileResult
  : Q extends { kind: 'correct' }
    ? Uint8Array | null
    : Q extends { kind: 'texts' }
      ? RuleTexts
      : Q extends { kind: 'compare' }
        ? Comparison | null
        : Q extends { kind: 'draw' }
          ? Sheet | null
          : Q extends { kind: 'preview' }
            ? Previewed
            : Q extends { kind: 'load-all' | 'load-rest' }
              ? null
              : Embedded;

export type WorkerRequest = { readonly id: number; readonly question: Question };

/** Error code of a worker that could not load a part of its code because the connection failed. */
export const UNLOADED = 'unloaded';

export type Answered = { readonly id: number } & ({ readonly value: unknown } | { readonly fault: string });
