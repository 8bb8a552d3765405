import type { FileResult } from '@e-invoice/validator/issues';
import type { Engine, EvidenceRuleset } from './report.ts';

/** Engine, rule packs and time of a validation. A report records them so that the validation can be repeated. */
export type Origin = {
  /** ISO 8601, UTC, with milliseconds. Its date selects the rules in force. */
  readonly at: string;
  readonly engine: Engine;
  readonly packs: EvidenceRuleset['packs'];
};

/** A result stored until its evidence is made, possibly by another process running another release. */
type StoredResult = FileResult & { readonly judged_by: Origin };

/** @throws Error if the stored result has no origin */
export function originOf(result: FileResult): Origin {
  const { judged_by } = result as Partial<StoredResult>;
  if (judged_by === undefined) throw new Error('The result does not state the rules and engine that validated it');
  return judged_by;
}
