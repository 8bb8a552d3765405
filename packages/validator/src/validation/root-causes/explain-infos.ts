import type { XmlDocument } from '@e-invoice/schematron/xml';
import type { Issue, RootCause, Text } from '../../issues/index.ts';
import type { Structure } from '../layers/structure/index.ts';
import type { CodeLists } from '../suggestions/index.ts';
import { makeCase } from './case.ts';
import { enrichIssues } from './enrich.ts';
import type { Revalidate } from './verify-correction.ts';

export type Explanation = { readonly issues: readonly Issue[]; readonly root_causes: readonly RootCause[] };

export type ExplainParts = {
  /** The validated document, or null. */
  readonly document: XmlDocument | null;
  /** The kind of a file that is not XML; unset or null when it is XML, or the kind is unknown. */
  readonly kind?: Text | null;
  readonly structure: Structure;
  readonly codeLists: CodeLists;
  /** Validates a changed copy; null disables corrections. */
  readonly revalidate: Revalidate | null;
  /** Number of issues by rule id that were found but not listed; unset: all are listed. */
  readonly unreported?: ReadonlyMap<string, number>;
};

/** Information that one setting of a program, or an exchange of two values, explains. */
const EXPLAINED: ReadonlySet<string> = new Set(['SK-R-037', 'SK-R-038', 'SK-R-052']);

/**
 * Explains a file with information only, which usually has no root cause.
 *
 * @returns null when there is a warning, a fatal issue, or information that may have a cause, which must be found
 */
export function explainInfos(reported: readonly Issue[], parts: ExplainParts): Explanation | null {
  if (reported.length === 0) return { issues: reported, root_causes: [] };
  if (reported.some(({ level, rule_id }) => level !== 'info' || EXPLAINED.has(rule_id))) return null;
  return { issues: enrichIssues(makeCase(reported, parts), parts.codeLists), root_causes: [] };
}
