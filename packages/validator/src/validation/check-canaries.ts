import type { XmlFault } from '@e-invoice/schematron/xml';
import type { RulePack } from './rule-pack.ts';
import { validateByPack } from './validate-by-pack.ts';

/** A known good and a known bad document: what a pack must tell apart before it may serve. */
export type Canaries = { readonly good: Uint8Array; readonly bad: Uint8Array };

/**
 * Why a pack must not serve, one sentence each; empty when it passes. The good document must be free of fatal
 * findings, and in the bad one a rule must fire that does not fire in the good one.
 *
 * @param today `YYYY-MM-DD`, for rules that ask for the date
 */
export function checkCanaries(pack: RulePack, { good, bad }: Canaries, today: string): string[] {
  const inGood = validateByPack(pack, good, today);
  const inBad = validateByPack(pack, bad, today);
  if (!inGood.ok) return [`The good document is not well-formed XML: ${placeOf(inGood.fault)}`];
  if (!inBad.ok) return [`The bad document is not well-formed XML: ${placeOf(inBad.fault)}`];
  const quiet = new Set(inGood.issues.map(({ rule_id }) => rule_id));
  const fatal = inGood.issues.filter(({ level }) => level === 'fatal');
  return [
    ...fatal.map(({ rule_id, location }) => `The good document is not accepted: ${rule_id} at ${location}`),
    ...(inBad.issues.some(({ rule_id }) => !quiet.has(rule_id)) ? [] : ['Nothing was found in the bad document']),
  ];
}

const placeOf = ({ code, line }: XmlFault): string => `${code} in line ${line}`;
