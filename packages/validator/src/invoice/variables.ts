import { own } from '../own.ts';
import type { DocumentKind } from './path.ts';

/** What the paths of one invoice compare with (`$name` in a path); null compares with nothing. */
export type Variables = {
  readonly currency: string | null;
  /** BT-6 where it is another currency than BT-5: only then there is a second VAT total (BT-111). */
  readonly vatCurrency: string | null;
  /** UBL credit notes name the project (BT-11) by a document reference of this type. */
  readonly project: string | null;
};

/** The variables of an invoice by its kind and currencies (BT-5, BT-6). */
export function toVariables(kind: DocumentKind, currency: string | null, vatCurrency: string | null): Variables {
  return {
    currency,
    vatCurrency: vatCurrency === currency ? null : vatCurrency,
    project: kind === 'creditnote' ? '50' : null,
  };
}

/** What a predicate's value means for this invoice: a word as it stands, a variable's value, or null. */
export function resolve(value: string, variables: Variables): string | null {
  return value.startsWith('$') ? (own<string | null>(variables, value.slice(1)) ?? null) : value;
}
