import { describeRestriction } from '../../../catalog/index.ts';
import type { Fix, Text } from '../../../issues/index.ts';
import type { Violation } from './find-violations.ts';

/** The catalog texts of a violation, problem and remedy, for the kind of document. */
export function describeViolation({ restriction, node, found }: Violation): {
  readonly message: Text;
  readonly fix: Fix;
} {
  const line = node.local === 'CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine';
  const { written: path, occurs } = restriction;
  return describeRestriction({ path, most: occurs.most }, { line, isMissing: found === null });
}
