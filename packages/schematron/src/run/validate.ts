import { locationOf, parseXml, positionOf, type XmlFault } from '../xml/index.ts';
import type { Finding } from './finding.ts';
import { type RunnablePack, runPacks } from './run.ts';
import type { RunOptions } from './run-options.ts';

/** A serialisable finding, without the document tree. */
export type FindingNote = {
  readonly ruleId: string;
  readonly kind: Finding['kind'];
  readonly flag: string | null;
  readonly role: string | null;
  /** Path, line and column (from 1) of the node that the rule matched. */
  readonly location: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  /** The address of its document if a pattern named another than the main one. */
  readonly document?: string;
  readonly undetermined: Finding['undetermined'];
};

export type Outcome =
  | { readonly wellFormed: true; readonly findings: readonly FindingNote[] }
  | { readonly wellFormed: false; readonly faults: readonly XmlFault[] };

/**
 * Validates an XML file with one or several sets of rules; sets that were loaded with one name pool share one walk.
 * Invalid bytes are reported in the outcome, not thrown.
 *
 * @throws Error if the phase does not exist, or a rule reads the time and `now` is unset
 */
export function validate(
  rules: RunnablePack | readonly RunnablePack[],
  bytes: Uint8Array,
  options: RunOptions = {},
): Outcome {
  const packs = 'module' in rules ? [rules] : rules;
  const names = packs[0]?.names;
  const parsed = parseXml(bytes, { limits: options.limits, ...(names !== undefined && { names }) });
  if (!parsed.ok) return { wellFormed: false, faults: parsed.faults };
  const { document } = parsed;
  const findings = runPacks(packs, document, options).flat();
  return {
    wellFormed: true,
    findings: findings.map(({ ruleId, kind, flag, role, node, text, undetermined, document: other }) => ({
      ruleId,
      kind,
      flag,
      role,
      location: locationOf(node),
      ...positionOf(other?.tree ?? document, node.offset),
      text: text(),
      ...(other !== null && { document: other.address }),
      undetermined,
    })),
  };
}
