import { own } from '../own.ts';
import type { DocumentKind } from './path.ts';

/** Variables of an invoice (`$name` in a path); a comparison with null never matches. */
export type Variables = {
  readonly currency: string | null;
  /** BT-6 if it differs from BT-5; only then is there a second VAT total (BT-111). */
  readonly vatCurrency: string | null;
  /** Type of the document reference that holds the project (BT-11) in UBL credit notes. */
  readonly project: string | null;
};

/** Derives the variables from the kind of document and its currencies (BT-5, BT-6). */
export function toVariables(kind: DocumentKind, currency: string | null, vatCurrency: string | null): Variables {
  return {
    currency,
    vatCurrency: vatCurrency === currency ? null : vatCurrency,
    project: kind === 'creditnote' ? '50' : null,
  };
}

/** Resolves a predicate value: a literal, the value of a variable, or null. */
export function resolve(value: string, variables: Variables): string | null {
  return value.startsWith('$') ? (own<string | null>(variables, value.slice(1)) ?? null) : value;
}
