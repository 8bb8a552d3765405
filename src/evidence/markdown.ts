import { LEVELS, type Level, type Text } from '@e-invoice/validator/issues';
import { groupIssues, type IssueGroup, lineOf } from './group-issues.ts';
import { escapeMarkdown, shorten, toCode } from './plain-text.ts';
import type { Facts } from './report.ts';
import { countOf, LEVEL_NOUNS, LEVEL_TITLES, MORE_ISSUES, MORE_PLACES, MORE_RULES, TYPE_NAMES } from './words.ts';

/** A reader is helped by so many; the rest stands in `issues.csv`. */
const MOST_PLACES = 10;
const MOST_GROUPS = 100;

/** `Faktúra vyhovuje · The invoice complies`: Slovak first, English beside it. */
const both = ({ sk, en }: Text): string => `${escapeMarkdown(sk)} · *${escapeMarkdown(en)}*`;

/** The report as Markdown that an accountant can read, in Slovak with English beside it. */
export function writeMarkdown(facts: Facts): string {
  return `${[
    '# Protokol o kontrole elektronickej faktúry · *E-invoice validation report*',
    ...tellVerdict(facts),
    ...tellDocument(facts),
    ...tellCauses(facts),
    ...tellIssues(facts),
    ...tellRules(facts),
    ...tellProof(facts),
  ].join('\n\n')}\n`;
}

function tellVerdict({ valid, counts, ruleset }: Facts): string[] {
  const told = LEVELS.filter((level) => counts[level] > 0).map((level) => countOf(counts[level], LEVEL_NOUNS[level]));
  const found: Text =
    told.length === 0
      ? { sk: 'bez nálezov', en: 'no findings' }
      : { sk: told.map(({ sk }) => sk).join(', '), en: told.map(({ en }) => en).join(', ') };
  const verdict: Text = valid
    ? { sk: 'Doklad vyhovuje použitým pravidlám', en: 'The document complies with the rules applied' }
    : { sk: 'Doklad nevyhovuje použitým pravidlám', en: 'The document does not comply with the rules applied' };
  const unjudged: Text = {
    sk: 'Niektoré vrstvy pravidiel sa nedali posúdiť, pozrite časť Použité pravidlá.',
    en: 'Some layers of rules could not be judged, see Rules applied.',
  };
  return [
    '## Výsledok · *Result*',
    `**${verdict.sk}: ${found.sk}.**\\\n*${verdict.en}: ${found.en}.*`,
    ...(ruleset.skipped.length > 0 ? [both(unjudged)] : []),
  ];
}

function tellDocument(facts: Facts): string[] {
  const { summary } = facts;
  const amount = [summary.payable_amount, summary.currency].filter((part) => part !== null).join(' ');
  const type = TYPE_NAMES[facts.document_type];
  const rows: [sk: string, en: string, value: string][] = [
    ['Súbor', 'File', escapeMarkdown(facts.filename)],
    ['Druh dokladu', 'Type', `${both(type)}${facts.sbdh ? `, ${both(IN_ENVELOPE)}` : ''}`],
    ['Číslo faktúry', 'Invoice number', escapeMarkdown(summary.invoice_id ?? '–')],
    ['Dátum vyhotovenia', 'Issue date', inBoth(summary.issue_date ?? '–', toSlovakDate)],
    ['Predávajúci', 'Seller', escapeMarkdown(summary.seller_name ?? '–')],
    ['Kupujúci', 'Buyer', escapeMarkdown(summary.buyer_name ?? '–')],
    ['Suma na úhradu', 'Amount due', inBoth(amount === '' ? '–' : amount, toSlovakAmount)],
    ['Počet riadkov', 'Lines', String(summary.line_count ?? '–')],
    ['Profil', 'Profile', escapeMarkdown(summary.detected_profile ?? '–')],
    ['Veľkosť súboru', 'File size', `${facts.size_bytes} B`],
    ['Odtlačok SHA-256', 'SHA-256 digest', toCode(facts.sha256)],
    ['Čas kontroly (UTC)', 'Checked at (UTC)', facts.created_at],
  ];
  return [
    '## Doklad · *Document*',
    [
      '| Údaj | *Field* | Hodnota · *Value* |',
      '| --- | --- | --- |',
      ...rows.map(([sk, en, value]) => `| ${sk} | *${en}* | ${value} |`),
    ].join('\n'),
  ];
}

const IN_ENVELOPE: Text = { sk: 'v obálke SBDH', en: 'in an SBDH envelope' };

function tellCauses({ root_causes, issues }: Facts): string[] {
  if (root_causes.length === 0) return [];
  return [
    '## Čo je príčinou · *Root causes*',
    ...root_causes.map((cause, index) => {
      const { title, explanation, fix, rule_ids, location } = cause;
      const at = lineOf(cause, issues);
      const line = at === null ? '' : `riadok · *line* ${at}, `;
      return [
        `### ${index + 1}. ${both(title)}\n`,
        `${both(explanation)}\n`,
        `- **Ako opraviť:** ${escapeMarkdown(fix.sk)}\\\n  ***How to fix:*** *${escapeMarkdown(fix.en)}*`,
        `- Pravidlá · *Rules*: ${rule_ids.map(toCode).join(', ')}`,
        `- Miesto · *Place*: ${line}${toCode(location)}`,
        ...tellCorrections(cause),
      ].join('\n');
    }),
  ];
}

/** The corrections that held, for a person to choose from. */
function tellCorrections({ corrections }: Facts['root_causes'][number]): string[] {
  if (corrections.length === 0) return [];
  const isChoice = corrections.length > 1;
  return [
    isChoice
      ? '- Možné opravy, vyberte podľa podkladov · *Possible corrections, choose by your records*:'
      : '- Možná oprava · *Possible correction*:',
    ...corrections.map(({ title }) => `  - ${both(title)}`),
  ];
}

function tellIssues({ issues, issues_left_out = 0, counts }: Facts): string[] {
  if (counts.fatal + counts.warning + counts.info === 0) return [];
  const sections = ['## Nálezy · *Findings*'];
  let room = MOST_GROUPS;
  for (const level of LEVELS) {
    if (counts[level] === 0) continue;
    const groups = groupIssues(issues.filter((issue) => issue.level === level));
    const shown = groups.slice(0, room);
    room -= shown.length;
    sections.push(`### ${titleOf(level)} (${counts[level]})`, ...shown.map(tellGroup));
    if (shown.length < groups.length)
      sections.push(`… ${both(inTable(countOf(groups.length - shown.length, MORE_RULES)))}`);
  }
  if (issues_left_out > 0) {
    const { sk, en } = countOf(issues_left_out, MORE_ISSUES);
    sections.push(both({ sk: `Neuvádzame ${sk}.`, en: `Not listed: ${en}.` }));
  }
  return sections;
}

const titleOf = (level: Level): string => both(LEVEL_TITLES[level]);

const inTable = ({ sk, en }: Text): Text => ({ sk: `${sk} v súbore issues.csv`, en: `${en} in issues.csv` });

function tellGroup({ first, issues }: IssueGroup): string {
  const places = issues.slice(0, MOST_PLACES).map((issue) => {
    const line = issue.line === null ? '' : `riadok · *line* ${issue.line}: `;
    const value = issue.value === null ? '' : `, hodnota · *value* ${toCode(shorten(issue.value, 80))}`;
    const expected = issue.expected === null ? '' : `, má byť · *expected* ${toCode(shorten(issue.expected, 80))}`;
    return `  - ${line}${toCode(issue.location)}${value}${expected}`;
  });
  if (issues.length > MOST_PLACES)
    places.push(`  - ${both(inTable(countOf(issues.length - MOST_PLACES, MORE_PLACES)))}`);
  const terms = first.business_terms.length > 0 ? ` (${first.business_terms.join(', ')})` : '';
  return [
    `#### ${escapeMarkdown(first.rule_id)}${terms}\n`,
    `${escapeMarkdown(first.message)}\\\n*${escapeMarkdown(first.message_en)}*\n`,
    ...(first.fix.sk === ''
      ? []
      : [
          `- **Ako opraviť:** ${escapeMarkdown(first.fix.sk)}\\\n  ***How to fix:*** *${escapeMarkdown(first.fix.en)}*`,
        ]),
    '- Kde · *Where*:',
    ...places,
  ].join('\n');
}

function tellRules({ ruleset, engine }: Facts): string[] {
  return [
    '## Použité pravidlá · *Rules applied*',
    [
      `- Sada pravidiel · *Rule set*: ${toCode(`${ruleset.id}@${ruleset.version}`)}`,
      ...ruleset.packs.map(({ id, version, digest }) => `  - ${toCode(`${id}@${version}`)}, SHA-256 ${toCode(digest)}`),
      `- Posúdené vrstvy · *Layers judged*: ${ruleset.layers.join(', ')}`,
      ...ruleset.skipped.map(
        ({ layer, reason }) => `- Neposúdená vrstva · *Layer not judged*: ${layer}. ${both(reason)}`,
      ),
      `- Validátor · *Engine*: ${toCode(engine.version)}, SHA-256 ${toCode(engine.digest)}`,
    ].join('\n'),
  ];
}

function tellProof({ id }: Facts): string[] {
  return [
    '## Overenie protokolu · *Verifying this report*',
    both({
      sk:
        'Tento protokol je súčasťou elektronicky podpísaného záznamu v súbore evidence.json. Pravosť sa overuje verejným kľúčom služby ' +
        'aj bez pripojenia k sieti; faktúru spája s protokolom jej odtlačok SHA-256. Samotná faktúra v protokole nie je.',
      en:
        'This report is part of the electronically signed record in evidence.json. Its authenticity is verified with the public key of the ' +
        'service, offline too; the SHA-256 digest ties the invoice to the report. The invoice itself is not in the report.',
    }),
    `Záznam · *Record*: ${toCode(id)}`,
  ];
}

/** A value as Slovak writes it, and in italics as everybody else does, where the two differ. */
function inBoth(value: string, toSlovak: (value: string) => string): string {
  const slovak = toSlovak(value);
  return slovak === value ? escapeMarkdown(value) : `${escapeMarkdown(slovak)} · *${escapeMarkdown(value)}*`;
}

const toSlovakDate = (date: string): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  return day === undefined ? date : `${Number(day)}. ${Number(month)}. ${year}`;
};

/** With a decimal comma, thousands apart by a no-break space. */
const toSlovakAmount = (amount: string): string =>
  amount.replace(/^(-?)(\d{1,15})(?:\.(\d{1,6}))?(?=\s|$)/, (_, sign: string, whole: string, rest?: string) => {
    const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
    return `${sign === '-' ? '−' : ''}${grouped}${rest === undefined ? '' : `,${rest}`}`;
  });
