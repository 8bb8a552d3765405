import { createHash } from 'node:crypto';
import type { Pack } from './pack.ts';
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

/** Something else under an id of the pack that is judged without the engine, as one line of its index. */
type IndexLine = { readonly id: string; readonly line: Readonly<Record<string, unknown>> };

/**
 * The reviewable index of a pack (`rules.json`): every assertion under its id, sorted, with a hash of its test, so
 * that a change of rules shows as a small diff. Equal sources give equal bytes.
 */
export function packIndex(pack: Pick<Pack, 'manifest' | 'rules'>, others: readonly IndexLine[] = []): string {
  const lines = pack.rules.map(({ id, kind, flag, role, pattern, context, test }): IndexLine => {
    const hash = createHash('sha256').update(test).digest('hex').slice(0, 12);
    return { id, line: { kind, flag, role, pattern, context, test: hash } };
  });
  const byId = new Map<string, string[]>();
  for (const { id, line } of [...lines, ...others]) byId.set(id, [...(byId.get(id) ?? []), JSON.stringify(line)]);
  const ids = [...byId.keys()].sort();
  const rules = ids.map((id) => `    ${JSON.stringify(id)}: [\n      ${byId.get(id)!.join(',\n      ')}\n    ]`);
  const { id, version } = pack.manifest;
  return `{\n  "id": ${JSON.stringify(id)},\n  "version": ${JSON.stringify(version)},\n  "rules": {\n${rules.join(',\n')}\n  }\n}\n`;
}
