import type { XmlFault } from '@e-invoice/schematron/xml';
import type { RulePack } from './rule-pack.ts';
import { validateByPack } from './validate-by-pack.ts';

/** A valid and an invalid document. A pack must accept the first and reject the second before it is used. */
export type Canaries = { readonly good: Uint8Array; readonly bad: Uint8Array };

/**
 * Reports why a pack must not be used. The valid document must have no fatal findings; in the invalid one at least
 * one rule must fail that passes in the valid one.
 *
 * @param today `YYYY-MM-DD`, for rules that use the current date
 * @returns one sentence per problem; empty when the pack passes
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
