import { describeRestriction } from '../../../catalog/index.ts';
import type { Fix, Text } from '../../../issues/index.ts';
import { CII_VOCABULARY } from '../structure/index.ts';
import type { Violation } from './find-violations.ts';

/** The catalog texts of a violation, problem and remedy, for the kind of document. */
export function describeViolation({ restriction, node, found }: Violation): {
  readonly message: Text;
  readonly fix: Fix;
} {
  const owner = restriction.within === null ? undefined : CII_VOCABULARY.prefixes.get(node.uri);
  const line = node.local === 'CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine';
  const { written, occurs } = restriction;
  // In CII, one name has many places, so the path also names the scope.
  const path = owner === undefined ? written : `${owner}:${node.local}/${written}`;
  return describeRestriction({ path, most: occurs.most }, { line, isMissing: found === null });
}
