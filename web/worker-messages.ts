import type { Comparison, FileResult } from '@e-invoice/validator/issues';
import type { Language, RuleWords } from '../src/modules/result-view/index.ts';
import type { Previewed } from './draft/preview.ts';

/** What the page asks of its worker. Bytes are handed over, not copied. */
export type Question =
  | {
      readonly kind: 'judge';
      readonly bytes: Uint8Array;
      readonly filename: string;
    }
  | {
      readonly kind: 'correct';
      readonly bytes: Uint8Array;
      /** Indexes of the cause and of its correction in the result of these bytes. */
      readonly cause: number;
      readonly correction: number;
    }
  /** The rules and what draws invoices, so that nothing is left to be fetched when one is judged. */
  | { readonly kind: 'load-all' }
  /** What reads PDF, and rules that few invoices need. */
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
      /** What was found in these bytes. */
      readonly found: Pick<FileResult, 'issues' | 'root_causes'>;
    }
  | {
      readonly kind: 'preview';
      /** As it was typed. */
      readonly draft: unknown;
    }
  | { readonly kind: 'texts'; readonly ruleIds: readonly string[] };

/** An invoice as it is printed, to stand in the page: escaped where it was made, with its style. */
export type Sheet = { readonly markup: string; readonly style: string };

/** What is found in a PDF: its invoice, or why there is none. */
export type Embedded =
  | {
      readonly name: string;
      readonly bytes: Uint8Array;
      /** The names of other invoices in the PDF. */
      readonly others: readonly string[];
    }
  | { readonly unread: 'nothing' | 'encrypted' | 'broken' | 'limit' };

/** What the catalog says of rules, by rule id; one that it does not know is not there. */
export type RuleTexts = readonly (readonly [ruleId: string, words: RuleWords])[];

/** What the worker answers to a question: a result; the corrected bytes, null where that cannot be done; an invoice; a
 * comparison, null where there are no rules of that day; a printed invoice, null where the bytes are none; what became of a draft; texts. */
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

export type Asked = { readonly id: number; readonly question: Question };

/** The fault of a worker that lacks a part of its code: the connection was lost while it was fetched. */
export const UNLOADED = 'unloaded';

export type Answered = { readonly id: number } & ({ readonly value: unknown } | { readonly fault: string });
