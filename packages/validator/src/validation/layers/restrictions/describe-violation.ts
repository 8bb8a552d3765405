import { describeRestriction } from '../../../catalog/index.ts';
import type { Fix, Text } from '../../../issues/index.ts';
import type { Violation } from './find-violations.ts';

/** What a violation is called: the catalog's sentences for the problem and the remedy, for this kind of document. */
export function describeViolation({ restriction, node, found }: Violation): {
  readonly message: Text;
  readonly fix: Fix;
} {
  const line = node.local === 'CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine';
  const { written: path, occurs } = restriction;
  return describeRestriction({ path, most: occurs.most }, { line, isMissing: found === null });
}
