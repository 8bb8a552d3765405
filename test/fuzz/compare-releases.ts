import { parseXml } from '@e-invoice/schematron/xml';
import type { RulePack } from '@e-invoice/validator/validation';
import { checkRules } from '../../packages/validator/src/validation/layers/rules.ts';
import type { Discrepancy } from './find-differences.ts';

/** Differences between two packs for a file, by rule (`BR-01 fatal×2/fatal×1`); null: not XML. */
export type ComparePacks = (bytes: Uint8Array) => Discrepancy[] | null;

/**
 * Compares releases of rules in the engine, each separately: which ids fire, how often and at which level.
 *
 * @param today milliseconds since 1970 UTC, for rules that use the current date
 */
export function makeComparePacks(ours: RulePack, theirs: RulePack, today: number): ComparePacks {
  return (bytes) => {
    const [here, there] = [firedIn(ours, bytes, today), firedIn(theirs, bytes, today)];
    if (here === null || there === null) return null;
    const rules = [...new Set([...here.keys(), ...there.keys()])].sort();
    return rules.flatMap((rule) => {
      const [a, b] = [here.get(rule) ?? NOTHING, there.get(rule) ?? NOTHING];
      return a === b ? [] : [{ rule, detail: `${a}/${b}` }];
    });
  };
}

const NOTHING = '–';

/** Number and level of reports per rule id; null when there is nothing to validate. */
function firedIn(pack: RulePack, bytes: Uint8Array, today: number): Map<string, string> | null {
  const parsed = parseXml(bytes, { names: pack.pack.names });
  if (!parsed.ok) return null;
  const { id, version } = pack.info;
  const levels = new Map<string, string[]>();
  for (const { ruleId, level } of checkRules({ id, version, packs: [pack] }, parsed.document, () => true, today)) {
    levels.set(ruleId, [...(levels.get(ruleId) ?? []), level]);
  }
  return new Map(Array.from(levels, ([rule, all]) => [rule, countOf(all)]));
}

function countOf(levels: readonly string[]): string {
  const kinds = [...new Set(levels)].sort();
  return kinds.map((kind) => `${kind}×${levels.filter((level) => level === kind).length}`).join(' ');
}

/**
 * Finds the two packs of a command.
 *
 * @param against `id@version` of the other side
 * @param ours `id@version` of this side; null: the newest pack of the project with that id
 * @throws Error with a message for the user when a pack is missing
 */
export function findPacks(
  packs: readonly { readonly pack: RulePack; readonly origin: 'built-in' | 'installed' }[],
  against: string,
  ours: string | null,
): { readonly ours: RulePack; readonly theirs: RulePack } {
  const nameOf = ({ info }: RulePack): string => `${info.id}@${info.version}`;
  const all = packs.map(({ pack }) => nameOf(pack)).join(', ');
  const named = (name: string): RulePack => {
    const found = packs.find(({ pack }) => nameOf(pack) === name);
    if (found === undefined) throw new Error(`There is no pack ${name}. There are: ${all}`);
    return found.pack;
  };
  const theirs = named(against);
  if (ours !== null) return { ours: named(ours), theirs };
  const [newest] = packs
    .filter(({ pack, origin }) => origin === 'built-in' && pack.info.id === theirs.info.id && pack !== theirs)
    .map(({ pack }) => pack)
    .sort((a, b) => b.info.mandatory_from.localeCompare(a.info.mandatory_from));
  if (newest === undefined) throw new Error(`Name this side with --ours <id>@<version>. There are: ${all}`);
  return { ours: newest, theirs };
}
