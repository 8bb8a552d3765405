import { type Language, LEVELS, type Level, type Text } from '@e-invoice/validator/issues';
import { textIn } from '../../../locales/index.ts';
import { toLine } from '../../lib/sanitize-inline.ts';
import { countFindings, formatDate, formatNumber, formatTime, LAYER_NAMES } from '../result-view/index.ts';
import { groupIssues, type IssueGroup, lineOf } from './group-issues.ts';
import { PACK_NAMES, WORDS } from './protocol-words.data.ts';
import type { EvidencePack, Facts } from './report.ts';
import { INVOICE_TYPES, LEVEL_TITLES, TYPE_NAMES, VAT_CATEGORIES } from './words.ts';

/** Limit for readability; the full list is in `issues.csv`. */
const MAX_POSITIONS = 10;
const MAX_GROUPS = 100;

/** A value that may contain invoice text, or code: paths, digests, ids. */
export type Phrase = { readonly text: string; readonly code?: true };

type Row = readonly [label: string, ...values: Phrase[]];

type RenderedCause = {
  readonly title: string;
  readonly explanation: string;
  readonly fix: string;
  readonly rules: readonly string[];
  readonly place: Phrase;
  readonly line: number | null;
  readonly corrections: readonly string[];
};

type RenderedGroup = {
  readonly rule: string;
  readonly terms: readonly string[];
  readonly message: string;
  readonly fix: string;
  readonly places: readonly {
    readonly line: number | null;
    readonly place: string;
    readonly value: string | null;
    readonly expected: string | null;
  }[];
  readonly more: string | null;
};

/** Content of the human-readable report in one language, independent of the output format (Markdown, HTML, PDF). */
export type Protocol = {
  readonly language: Language;
  readonly words: { readonly [name in keyof typeof WORDS]: string };
  readonly valid: boolean;
  readonly verdict: string;
  readonly unvalidated: boolean;
  readonly document: readonly Row[];
  /** Label, seller, buyer; empty if the file is not an invoice. */
  readonly parties: readonly Row[];
  /** Category, rate, base, tax; totals last. */
  readonly vat: readonly (readonly string[])[];
  readonly causes: readonly RenderedCause[];
  readonly findings: readonly {
    readonly title: string;
    readonly groups: readonly RenderedGroup[];
    readonly more: string | null;
  }[];
  readonly leftOut: string | null;
  readonly rules: readonly Row[];
  readonly record: string;
};

/** Returns the content of the human-readable report in a language. Pure. */
export function describeReport(facts: Facts, language: Language): Protocol {
  const words = Object.fromEntries(Object.entries(WORDS).map(([name, text]) => [name, text[language]]));
  const left = facts.issues_left_out ?? 0;
  return {
    language,
    words: words as Protocol['words'],
    valid: facts.valid,
    verdict: `${WORDS[facts.valid ? 'valid' : 'invalid'][language]}: ${countsIn(facts, language)}.`,
    unvalidated: facts.ruleset.skipped.length > 0 || facts.ruleset.coverage === 'asked',
    document: documentRows(facts, language),
    parties: partyRows(facts, language),
    vat: vatRows(facts, language),
    causes: facts.root_causes.map((cause) => ({
      title: cause.title[language],
      explanation: cause.explanation[language],
      fix: cause.fix.program[language] || cause.fix[language],
      rules: cause.rule_ids,
      place: { text: cause.location, code: true },
      line: lineOf(cause, facts.issues),
      corrections: cause.corrections.map(({ title }) => title[language]),
    })),
    findings: describeFindings(facts, language),
    leftOut:
      left === 0 ? null : `${WORDS.notListed[language]}: ${textIn(language, 'evidence.more-issues', { count: left })}.`,
    rules: ruleRows(facts, language),
    record: facts.id,
  };
}

/** Counts errors and warnings by root cause, as the web pages do. Notes have no root causes. */
export function countsIn(facts: Facts, language: Language): string {
  const { fatal, warning, info } = facts.counts;
  const found = countFindings({ ...facts, fatal_count: fatal, warning_count: warning }, language);
  const notes = info === 0 ? '' : textIn(language, 'evidence.notes', { count: info });
  return [found, notes].filter((part) => part !== '').join(', ') || WORDS.clean[language];
}

const formatAmount = (amount: string | null, currency: string | null, language: Language): string =>
  amount === null ? '–' : `${formatNumber(toLine(amount), language)}\u00a0${toLine(currency ?? '')}`.trim();

function documentRows(facts: Facts, language: Language): Row[] {
  const { summary, created_at: at } = facts;
  const type = describeType(facts, language);
  const row = (label: Text, value: string | null, code?: true): Row => [
    label[language],
    { text: value ?? '–', ...(code && { code }) },
  ];
  return [
    row(WORDS.file, toLine(facts.filename)),
    row(WORDS.type, facts.sbdh ? `${type}, ${WORDS.envelope[language]}` : type),
    row(WORDS.number, summary.invoice_id),
    row(WORDS.issued, summary.issue_date && formatDate(summary.issue_date, language)),
    ...(facts.details === undefined ? [row(WORDS.seller, summary.seller_name)] : []),
    ...(facts.details === undefined ? [row(WORDS.buyer, summary.buyer_name)] : []),
    row(WORDS.due, formatAmount(summary.payable_amount, summary.currency, language)),
    row(WORDS.lines, summary.line_count === null ? null : String(summary.line_count)),
    row(WORDS.profile, summary.detected_profile),
    row(WORDS.size, `${formatNumber(String(facts.size_bytes), language)}\u00a0B`),
    row(WORDS.digest, facts.sha256, true),
    row(WORDS.checked, formatTime(at, language)),
  ];
}

/** The document kind, with its type (BT-3) unless the kind implies it. */
function describeType({ document_type, details }: Facts, language: Language): string {
  const kind = TYPE_NAMES[document_type][language];
  const code = details?.type_code ?? null;
  if (code === null || code === '380' || code === '381') return kind;
  const name = INVOICE_TYPES.get(code)?.[language];
  return `${kind}, ${WORDS.typeCode[language]} ${toLine(code)}${name === undefined ? '' : `: ${name}`}`;
}

function partyRows({ details }: Facts, language: Language): Row[] {
  if (details === undefined) return [];
  const { seller, buyer } = details;
  const rows = [
    [WORDS.name, 'name'],
    [WORDS.companyId, 'company_id'],
    [WORDS.taxId, 'tax_id'],
    [WORDS.vatId, 'vat_id'],
    [WORDS.country, 'country'],
  ] as const;
  return rows
    .filter(([, term]) => seller[term] !== null || buyer[term] !== null)
    .map(([label, term]) => [label[language], { text: seller[term] ?? '–' }, { text: buyer[term] ?? '–' }]);
}

function vatRows({ details, summary }: Facts, language: Language): string[][] {
  if (details === undefined || details.vat_breakdown.length === 0) return [];
  const { currency, payable_amount: due } = summary;
  const { vat_breakdown: rows, without_vat, vat, with_vat, prepaid, rounding } = details;
  const { vat_currency: other, vat_in_vat_currency: vatInOther } = details;
  const amount = (value: string | null): string => formatAmount(value, currency, language);
  // If the total and the amount due differ, show the amounts between them so that readers can verify the sum.
  const between = [
    [WORDS.prepaid, prepaid],
    [WORDS.rounding, rounding],
  ] as const;
  const nonZero = between.filter(([, value]) => value != null && !/^[-+]?0*(?:\.0*)?$/.test(value));
  return [
    ...rows.map(({ category, rate, taxable_amount, tax_amount }) => [
      describeCategory(category, language),
      rate === null ? '–' : `${formatNumber(toLine(rate), language)}\u00a0%`,
      amount(taxable_amount),
      amount(tax_amount),
    ]),
    [WORDS.total[language], '', amount(without_vat), amount(vat)],
    [WORDS.withVat[language], '', amount(with_vat), ''],
    ...nonZero.map(([label, value]) => [label[language], '', amount(value ?? null), '']),
    ...(nonZero.length === 0 ? [] : [[WORDS.due[language], '', amount(due), '']]),
    ...(vatInOther == null || other == null
      ? []
      : [[`${WORDS.vatIn[language]} ${toLine(other)}`, '', '', formatAmount(vatInOther, other, language)]]),
  ];
}

function describeCategory(code: string | null, language: Language): string {
  const name = VAT_CATEGORIES.get(code ?? '')?.[language];
  return name === undefined ? toLine(code ?? '–') : `${code} – ${name}`;
}

function describeFindings({ issues, counts }: Facts, language: Language): Protocol['findings'] {
  const inTable = (more: string): string => `${more} ${WORDS.inTable[language]}`;
  let room = MAX_GROUPS;
  return LEVELS.filter((level) => counts[level] > 0).map((level: Level) => {
    const groups = groupIssues(issues.filter((issue) => issue.level === level));
    const shown = groups.slice(0, room);
    room -= shown.length;
    const more = groups.length - shown.length;
    return {
      title: `${LEVEL_TITLES[level][language]} (${counts[level]})`,
      groups: shown.map((group) => describeGroup(group, language, inTable)),
      more: more === 0 ? null : `… ${inTable(textIn(language, 'evidence.more-rules', { count: more }))}`,
    };
  });
}

function describeGroup(
  { first, issues }: IssueGroup,
  language: Language,
  inTable: (more: string) => string,
): RenderedGroup {
  const more = issues.length - MAX_POSITIONS;
  return {
    rule: first.rule_id,
    terms: first.business_terms,
    message: language === 'sk' ? first.message : first.message_en,
    fix: first.fix.program[language],
    places: issues.slice(0, MAX_POSITIONS).map(({ line, location: place, value, expected }) => ({
      line,
      place,
      value,
      expected: expected !== null && DECIMAL.test(expected) ? formatNumber(expected, language) : expected,
    })),
    more: more > 0 ? inTable(textIn(language, 'evidence.more-places', { count: more })) : null,
  };
}

/** Computed amounts are formatted for the language; values from the file are shown unchanged. */
const DECIMAL = /^-?\d+\.\d+$/;

function ruleRows({ ruleset, engine }: Facts, language: Language): Row[] {
  const code = (text: string): Phrase => ({ text, code: true });
  return [
    [WORDS.ruleset[language], code(`${ruleset.id}@${ruleset.version}`)],
    ...ruleset.packs.map((pack): Row => {
      const { id, digest } = pack;
      const name = PACK_NAMES.get(id)?.[language];
      return [
        name === undefined ? id : `${name[0]!.toUpperCase()}${name.slice(1)}`,
        code(describeRelease(pack, language)),
        code(digest),
      ];
    }),
    [WORDS.checkedLayers[language], { text: ruleset.layers.map((layer) => LAYER_NAMES[layer][language]).join(' · ') }],
    ...ruleset.skipped.map(
      ({ layer, reason }): Row => [
        WORDS.skippedLayer[language],
        { text: `${LAYER_NAMES[layer][language]}. ${reason[language]}` },
      ],
    ),
    [WORDS.engine[language], code(engine.version), code(engine.digest)],
  ];
}

/** A pack by name and publication date of its release, if the publisher states it. */
const describeRelease = ({ id, version, published }: EvidencePack, language: Language): string =>
  published == null
    ? `${id}@${version}`
    : `${version} (${WORDS.published[language]} ${formatDate(published, language)})`;
