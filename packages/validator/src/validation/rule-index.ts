import { sha256 } from '../sha256.ts';
import type { Pack } from './pack.ts';
import type { RulePack } from './rule-pack.ts';

/**
 * The text of a pack's `rules.json`: every id that it can report, assertions and syntax restrictions.
 *
 * @param later the next release; when present, only the differences from it are written
 */
export function ruleIndex(pack: RulePack, later: RulePack | null): string {
  return writeIndex(pack.pack, linesOf(pack), later && { version: later.info.version, lines: linesOf(later) });
}

const linesOf = ({ pack, restrictionRows }: RulePack): Lines =>
  groupById([
    ...assertionsOf(pack),
    ...restrictionRows.map(({ ruleId, level, occurs, written }): IndexLine => {
      const most = occurs.most === Number.POSITIVE_INFINITY ? '*' : String(occurs.most);
      const line = { kind: 'restriction', flag: level, path: written, occurs: `${occurs.least}..${most}` };
      return { id: ruleId, line };
    }),
  ]);

/** One line of the index. */
type IndexLine = { readonly id: string; readonly line: Readonly<Record<string, unknown>> };

type Lines = ReadonlyMap<string, readonly string[]>;

/**
 * The reviewable index of a pack (`rules.json`): every assertion under its id, sorted, with a hash of its test, so
 * that a change of rules shows as a small diff. Equal sources give equal bytes.
 */
export const packIndex = (pack: Pick<Pack, 'manifest' | 'rules'>): string =>
  writeIndex(pack, groupById(assertionsOf(pack)), null);

const assertionsOf = ({ rules }: Pick<Pack, 'rules'>): IndexLine[] =>
  rules.map(({ id, kind, flag, role, pattern, context, test }) => {
    const digest = sha256(test).slice(0, 12);
    return { id, line: { kind, flag, role, pattern, context, test: digest } };
  });

function groupById(lines: readonly IndexLine[]): Lines {
  const byId = new Map<string, string[]>();
  for (const { id, line } of lines) byId.set(id, [...(byId.get(id) ?? []), JSON.stringify(line)]);
  return byId;
}

function writeIndex(
  { manifest: { id, version } }: Pick<Pack, 'manifest'>,
  own: Lines,
  later: { readonly version: string; readonly lines: Lines } | null,
): string {
  const differs = (ruleId: string): boolean => String(own.get(ruleId)) !== String(later?.lines.get(ruleId));
  const ids = [...own.keys()].filter(differs).sort();
  const without = Array.from(later?.lines.keys() ?? []).filter((ruleId) => !own.has(ruleId));
  const rules = ids.map(
    (ruleId) => `    ${JSON.stringify(ruleId)}: [\n      ${own.get(ruleId)!.join(',\n      ')}\n    ]`,
  );
  const head = [
    ['id', id],
    ['version', version],
    ...(later === null ? [] : [['differs_from', later.version] as const, ['without', without.sort()] as const]),
  ].map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  return `{\n${head.join('')}  "rules": {\n${rules.join(',\n')}\n  }\n}\n`;
}
