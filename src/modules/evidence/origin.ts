import type { FileResult } from '@e-invoice/validator/issues';
import type { Engine, EvidenceRuleset } from './report.ts';

/** Who judged, by which rules and when: what a report names so that the same can be found again. */
export type Origin = {
  /** ISO 8601, UTC, with milliseconds. The rules were applied on its day. */
  readonly at: string;
  readonly engine: Engine;
  readonly packs: EvidenceRuleset['packs'];
};

/** A result that is kept until its evidence is made, maybe by another process of another release. */
type StoredResult = FileResult & { readonly judged_by: Origin };

/** @throws Error when the result was kept without its origin */
export function originOf(kept: FileResult): Origin {
  const { judged_by } = kept as Partial<StoredResult>;
  if (judged_by === undefined) throw new Error('The result does not say what it was judged by');
  return judged_by;
}
