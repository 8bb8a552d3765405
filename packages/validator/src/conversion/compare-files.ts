import { findTerm } from '../catalog/index.ts';
import { compareInvoices, parseNumber, semanticDigest } from '../invoice/index.ts';
import type { Text } from '../issues/index.ts';
import { SEMANTIC_DIGEST_VERSION } from '../issues/index.ts';
import { openInvoice } from './open-invoice.ts';
import type { AmountChange, InvoiceComparison, ReadingOptions } from './result.ts';

/**
 * Compares two invoices by business terms, whatever their syntax.
 *
 * @returns `left` or `right` if that file is not an invoice
 */
export function compareFiles(
  left: Uint8Array,
  right: Uint8Array,
  { limits = {}, sha256 }: ReadingOptions = {},
): InvoiceComparison | 'left' | 'right' {
  const [a, b] = [openInvoice(left, limits)?.read, openInvoice(right, limits)?.read];
  if (a === undefined) return 'left';
  if (b === undefined) return 'right';
  const differences = compareInvoices(a, b).map((difference) => ({
    business_term: difference.term,
    group: difference.part,
    label: labelOf(difference.term),
    left: difference.left,
    right: difference.right,
    left_location: difference.leftLocation,
    right_location: difference.rightLocation,
    effect: difference.effect,
  }));
  return {
    equal: differences.length === 0,
    semantic_digests: [semanticDigest(a, sha256), semanticDigest(b, sha256)],
    semantic_digest_version: SEMANTIC_DIGEST_VERSION,
    differences,
    totals: {
      amount_due: changeOf(a.invoice.totals?.due ?? null, b.invoice.totals?.due ?? null),
      tax: changeOf(a.invoice.vatTotal, b.invoice.vatTotal),
    },
  };
}

const labelOf = (term: string): Text => findTerm(term)?.name ?? { sk: term, en: term };

function changeOf(left: string | null, right: string | null): AmountChange {
  const [from, to] = [parseNumber(left), parseNumber(right)];
  return { left, right, difference: from && to ? to.subtract(from).toString() : null };
}
