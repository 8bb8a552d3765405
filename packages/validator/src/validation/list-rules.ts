import type { RuleIndexEntry } from '@e-invoice/schematron';
import { XML_FAULT_REASONS } from '@e-invoice/schematron/xml';
import type { RestrictionFacts, RuleFacts, Syntax } from '../catalog/index.ts';
import { LEVELS, type Level, type Text } from '../issues/index.ts';
import type { Restriction } from './layers/restrictions/index.ts';
import { SBDH_RULES, levelOf as sbdhLevelOf } from './layers/sbdh/index.ts';
import { STRUCTURE_RULES, structureRulesOf } from './layers/structure/index.ts';
import { layerOf, type RulePack } from './rule-pack.ts';
import { levelOf } from './to-issue.ts';

const OWN: Readonly<Record<'XML' | 'SBDH' | 'UBL' | 'CII', Text>> = {
  XML: { sk: 'Predpis XML 1.0', en: 'XML 1.0' },
  SBDH: { sk: 'Obálka Peppol (SBDH)', en: 'Peppol envelope (SBDH)' },
  UBL: { sk: 'Štandard UBL 2.1', en: 'UBL 2.1' },
  CII: { sk: 'Štandard UN/CEFACT CII D16B', en: 'UN/CEFACT CII D16B' },
};

const ITSELF: Text = { sk: 'Táto služba', en: 'This service' };

/**
 * Lists every rule that these packs can report, each id once: the built-in checks, then the rules of the packs, those
 * for UBL first, newest release first. When an id occurs several times, the first occurrence sets the metadata and the highest level
 * counts.
 */
export function listRules(packs: readonly RulePack[]): RuleFacts[] {
  const rank = ({ info }: RulePack): number => Number(info.syntax === 'cii');
  const newestFirst = [...packs].sort(
    (a, b) => rank(a) - rank(b) || (a.info.mandatory_from < b.info.mandatory_from ? 1 : -1),
  );
  const rules = new Map<string, RuleFacts>(ownRules().map((rule) => [rule.rule_id, rule]));
  for (const pack of newestFirst) {
    for (const rule of rulesOf(pack)) {
      const known = rules.get(rule.rule_id);
      rules.set(rule.rule_id, known === undefined ? rule : merge(known, rule));
    }
  }
  return [...rules.values()];
}

/** Merges two entries of one rule id, from two packs or from one. */
function merge(known: RuleFacts, other: RuleFacts): RuleFacts {
  const packs = [...new Set([...known.source.packs, ...other.source.packs])];
  const level = LEVELS.find((name) => name === known.level || name === other.level)!;
  const isOfBoth = !known.source.packs.some((name) => idOf(name) === packIdOf(other));
  const title = isOfBoth ? both(known, other) : known.source.title;
  const syntaxes = [...new Set([...known.syntaxes, ...other.syntaxes])];
  return { ...known, level, syntaxes, source: { title, packs } };
}

const packIdOf = ({ source }: RuleFacts): string => idOf(source.packs[0] ?? '');

/** The pack id in `id@version`. */
const idOf = (name: string): string => name.split('@')[0]!;

/** Joins the sources of a rule that two packs share: of Peppol BIS Billing and BIS Self-Billing, of UBL and CII. */
function both(known: RuleFacts, other: RuleFacts): Text {
  const rank = ({ packs }: RuleFacts['source']): number => Number(packs[0]!.startsWith('en16931-cii@'));
  const [first, second] = [known.source, other.source].sort(
    (a, b) => rank(a) - rank(b) || (a.packs[0]! < b.packs[0]! ? -1 : 1),
  );
  return { sk: join(first!.title.sk, second!.title.sk), en: join(first!.title.en, second!.title.en) };
}

const join = (first: string, second: string): string => `${first}${first.includes(',') ? ';' : ','} ${second}`;

function ownRules(): RuleFacts[] {
  const xml = [...new Set(Object.values(XML_FAULT_REASONS))];
  return [
    ...xml.map((id) => own(id, 'XML', 'fatal', ['ubl', 'cii'])),
    ...SBDH_RULES.map((id) => own(id, 'SBDH', sbdhLevelOf(id))),
    ...[...STRUCTURE_RULES, 'CII-UNSUPPORTED'].map((id) => own(id, 'UBL', 'fatal')),
    ...structureRulesOf('CII').map((id) => own(id, 'CII', 'fatal', ['cii'])),
    { ...own('RULESET-NOT-INSTALLED', 'UBL', 'fatal'), source: { title: ITSELF, packs: [] } },
  ];
}

const own = (
  rule_id: string,
  layer: keyof typeof OWN,
  level: Level,
  syntaxes: readonly Syntax[] = ['ubl'],
): RuleFacts => ({
  rule_id,
  layer,
  level,
  context: null,
  source: { title: OWN[layer], packs: [] },
  syntaxes,
  restriction: null,
});

function rulesOf({ info, pack, restrictionRows }: RulePack): RuleFacts[] {
  const { syntax } = info;
  const source = { title: info.title, packs: [`${info.id}@${info.version}`] };
  const asserted = pack.rules.map(
    (rule): RuleFacts => ({
      rule_id: rule.id,
      layer: layerOf(info, rule.id),
      level: levelOfRule(rule),
      context: rule.context,
      source,
      syntaxes: [syntax],
      restriction: null,
    }),
  );
  const restricted = restrictionRows.map(
    (restriction): RuleFacts => ({
      rule_id: restriction.ruleId,
      layer: info.layer,
      level: restriction.level,
      context: null,
      source,
      syntaxes: [syntax],
      restriction: factsOf(restriction, syntax),
    }),
  );
  return [...asserted, ...restricted];
}

const levelOfRule = ({ flag, role }: RuleIndexEntry): Level => levelOf({ undetermined: null, flag, role });

export const factsOf = ({ written, writtenWithin, occurs, level }: Restriction, syntax: Syntax): RestrictionFacts => ({
  path: written,
  within: writtenWithin,
  least: occurs.least,
  most: occurs.most,
  syntax,
  isFatal: level === 'fatal',
});
