import type { XmlLimits } from '@e-invoice/schematron/xml';
import type { Text } from '../issues/index.ts';
import type { Sha256 } from '../sha256.ts';

/** UBL 2.1 or CII D16B. */
export type Syntax = 'ubl' | 'cii';

export type ReadingOptions = {
  readonly limits?: Partial<XmlLimits>;
  /** A faster SHA-256 than the built-in one. */
  readonly sha256?: Sha256;
};

/** A value of the source that the converted invoice does not contain. */
export type LostValue = {
  /** `BT-1`; null for content that EN 16931 has no term for. */
  readonly business_term: string | null;
  /** Location in the source. */
  readonly path: string;
  readonly value: string;
};

/** An invoice in the requested syntax. */
export type ConversionResult = {
  /** XML to be encoded as UTF-8. */
  readonly xml: string;
  readonly to: Syntax;
  /** SHA-256 of all business terms of the source, equal in both syntaxes; lowercase hex. */
  readonly semantic_digest: string;
  /** Digests of different versions must not be compared. */
  readonly semantic_digest_version: number;
  readonly lost: readonly LostValue[];
};

/** A business term, or a group that only one of the invoices has. */
export type InvoiceDifference = {
  /** `BT-131`, or `BG-25` for a line that only one of the invoices has. */
  readonly business_term: string;
  /** The part of the invoice. */
  readonly group: 'document' | 'parties' | 'lines' | 'vat' | 'totals' | 'payment';
  /** Name of the term. */
  readonly label: Text;
  /** Null if this invoice does not have the value. */
  readonly left: string | null;
  readonly right: string | null;
  /** Locations in the documents; null for a value without a single location. */
  readonly left_location: string | null;
  readonly right_location: string | null;
  /** What the difference changes. */
  readonly effect: 'amount_due' | 'tax' | 'line' | 'party' | 'payment' | 'reference' | 'text';
};

export type AmountChange = {
  readonly left: string | null;
  readonly right: string | null;
  /** Right minus left; null if one of them is missing or not a number. */
  readonly difference: string | null;
};

/** Two invoices compared by business terms. */
export type InvoiceComparison = {
  /** Whether all business terms are equal. */
  readonly equal: boolean;
  /** Of the left and of the right invoice; see `ConversionResult`. */
  readonly semantic_digests: readonly [string, string];
  readonly semantic_digest_version: number;
  readonly differences: readonly InvoiceDifference[];
  readonly totals: { readonly amount_due: AmountChange; readonly tax: AmountChange };
};
