import { type IndexLine, packIndex } from '../engine/index.ts';
import type { RulePack } from './rule-pack.ts';

/** The text of a pack's `rules.json`: every id that it can report, assertions and restrictions of the syntax alike. */
export function ruleIndex({ pack, restrictions }: RulePack): string {
  const others = (restrictions?.restrictions ?? []).map(({ ruleId, level, occurs, written }): IndexLine => {
    const most = occurs.most === Number.POSITIVE_INFINITY ? '*' : String(occurs.most);
    return {
      id: ruleId,
      line: { kind: 'restriction', flag: level, path: written, occurs: `${occurs.least}..${most}` },
    };
  });
  return packIndex(pack, others);
}
