import { parseXml } from '@e-invoice/schematron/xml';
import type { Issue } from '../issues/index.ts';
import { checkRules } from './layers/rules.ts';
import type { RulePack } from './rule-pack.ts';
import { tellIssues } from './tell-issues.ts';

/** A known good and a known bad document: what a pack must tell apart before it may serve. */
export type Canaries = { readonly good: Uint8Array; readonly bad: Uint8Array };

/**
 * Why a pack must not serve, one sentence each; empty when it passes. The good document must be free of fatal
 * findings, and in the bad one a rule must fire that does not fire in the good one.
 *
 * @param today `YYYY-MM-DD`, for rules that ask for the date
 */
export function checkCanaries(pack: RulePack, { good, bad }: Canaries, today: string): string[] {
  const inGood = judgeAlone(pack, good, today);
  const inBad = judgeAlone(pack, bad, today);
  if (typeof inGood === 'string') return [`The good document is not well-formed XML: ${inGood}`];
  if (typeof inBad === 'string') return [`The bad document is not well-formed XML: ${inBad}`];
  const quiet = new Set(inGood.map(({ rule_id }) => rule_id));
  const fatal = inGood.filter(({ level }) => level === 'fatal');
  return [
    ...fatal.map(({ rule_id, location }) => `The good document is not accepted: ${rule_id} at ${location}`),
    ...(inBad.some(({ rule_id }) => !quiet.has(rule_id)) ? [] : ['Nothing was found in the bad document']),
  ];
}

/** The findings of one pack, or the fault that makes the document no document. */
function judgeAlone(pack: RulePack, bytes: Uint8Array, today: string): readonly Issue[] | string {
  const parsed = parseXml(bytes, { names: pack.pack.names });
  if (!parsed.ok) return `${parsed.faults[0]!.code} in line ${parsed.faults[0]!.line}`;
  const { id, version } = pack.info;
  return tellIssues(checkRules({ id, version, packs: [pack] }, parsed.document, () => true, Date.parse(today))).issues;
}
