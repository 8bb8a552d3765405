import { parseDecimal } from '@e-invoice/schematron/decimal';
import type { Correction, Question, Text } from '../../issues/index.ts';
import { describePlace } from './describe-edits.ts';
import { inSlovak, shorten } from './describe-value.ts';
import type { Edit } from './patch/edit.ts';
import { withoutPositions } from './paths.ts';

/** Two yes/no questions distinguish at most four corrections. */
const MAX_CORRECTIONS = 4;

/** A correction with its edits; their `path` names the business term. */
export type Choice = Pick<Correction, 'id' | 'title'> & { readonly edits: readonly Omit<Edit, 'splices'>[] };

/** A statement that the books confirm or not, and the corrections after which the invoice agrees with it. */
type Statement = { readonly rank: number; readonly facts: readonly Text[]; readonly holds: ReadonlySet<number> };

/**
 * What an accountant can look up, the surest first: totals, VAT, dates, quantities and prices, other values.
 * Paths have no positions.
 */
const SURE: readonly RegExp[] = [
  /\/cac:LegalMonetaryTotal\/cbc:PayableAmount$/,
  /\/cac:LegalMonetaryTotal\/cbc:PrepaidAmount$/,
  /\/cac:LegalMonetaryTotal\/cbc:TaxInclusiveAmount$/,
  /\/(?:Invoice|CreditNote)\/cac:TaxTotal\/cbc:TaxAmount$/,
  /\/cac:TaxSubtotal\/cbc:TaxAmount$/,
  /\/cac:TaxSubtotal\/cbc:TaxableAmount$/,
  /Line\/cbc:(?:Invoiced|Credited)Quantity$/,
  /\/cac:Price\/cbc:(?:PriceAmount|BaseQuantity)$/,
  /Line\/cbc:LineExtensionAmount$/,
  /\/cac:AllowanceCharge$/,
  /Date$/,
  /\/cbc:\w+$/,
];

/**
 * At most two yes/no questions about facts that the books contain; the answers leave one of the corrections.
 *
 * @returns no questions for fewer than two or more than four corrections
 */
export function askQuestions(corrections: readonly Choice[]): Question[] {
  if (corrections.length < 2 || corrections.length > MAX_CORRECTIONS) return [];
  const statements = statementsOf(corrections);
  const chosen = corrections.length === 2 ? statements.slice(0, 1) : findPair(statements, corrections.length);
  return chosen.map(({ facts, holds }, index) => {
    const keeps = (isYes: boolean): string[] =>
      corrections.flatMap(({ id }, at) => (holds.has(at) === isYes ? [id] : []));
    return {
      id: `q${index + 1}`,
      text: askAbout(facts),
      answers: [
        { id: 'yes', text: { sk: 'Áno', en: 'Yes' }, keeps: keeps(true) },
        { id: 'no', text: { sk: 'Nie', en: 'No' }, keeps: keeps(false) },
      ],
    };
  });
}

/** Statements about values that distinguish the corrections, the surest first; the last ones name a correction. */
function statementsOf(corrections: readonly Choice[]): Statement[] {
  const found: Statement[] = [];
  const edited = corrections.map(({ edits }) => new Map(edits.map((edit) => [edit.xpath, edit])));
  for (const [xpath, { path, original }] of changedValues(corrections)) {
    const rank = SURE.findIndex((path) => path.test(withoutPositions(xpath)));
    if (rank === -1) continue;
    const values = edited.map((edits) => valueAfter(edits.get(xpath), original));
    for (const value of new Set(values)) {
      const holds = new Set(values.flatMap((it, index) => (it === value ? [index] : [])));
      if (value !== null && holds.size < corrections.length)
        found.push({ rank, facts: [describeFact({ xpath, path }, value)], holds });
    }
  }
  const named = corrections.map(({ title }, index) => ({
    rank: SURE.length,
    facts: [title],
    holds: new Set([index]),
  }));
  return [...found.sort((a, b) => a.rank - b.rank), ...named];
}

type Changed = { readonly path: string; readonly original: string | null };

/** Locations whose value a correction changes, with the current value; null: absent. */
function changedValues(corrections: readonly Choice[]): Map<string, Changed> {
  const values = new Map<string, Changed>();
  for (const { edits } of corrections) {
    for (const { op, xpath, path, before } of edits) {
      const isValue = op !== 'move' && !xpath.includes('namespace::') && (op !== 'replace' || !isTag(before));
      if (isValue && !values.has(xpath))
        values.set(xpath, { path, original: op === 'insert' || before === '' ? null : contentOf(before) });
    }
  }
  return values;
}

function valueAfter(edit: Choice['edits'][number] | undefined, original: string | null): string | null {
  if (edit === undefined) return original;
  return edit.op === 'remove' ? null : contentOf(edit.after);
}

const isTag = (text: string | null): boolean => text?.startsWith('<') === true;

/** The text of an element without child elements; a group is represented by an empty text. */
function contentOf(text: string | null): string {
  const value = text ?? '';
  return isTag(value) ? (/^<[^<>]*>([^<>]*)<[^<>]*>$/.exec(value)?.[1]?.trim() ?? '') : value.trim();
}

function describeFact(place: Pick<Edit, 'xpath' | 'path'>, value: string): Text {
  const { sk, en } = describePlace(place);
  if (value === '') return { sk: `na faktúre je ${sk}`, en: `the invoice has: ${en}` };
  const isNumber = parseDecimal(value) !== null && !place.xpath.includes('/@');
  return { sk: `${sk} ${isNumber ? inSlovak(value) : shorten(value)}`, en: `${en} ${shorten(value)}` };
}

function askAbout(facts: readonly Text[]): Text {
  const [sk, en] = [facts.map((fact) => fact.sk), facts.map((fact) => fact.en)];
  if (facts.length === 1)
    return { sk: `Je podľa vašich dokladov správne: ${sk[0]}?`, en: `Do your records confirm this: ${en[0]}?` };
  return {
    sk: `Je podľa vašich dokladov správne aspoň jedno z tohto: ${sk.join('; alebo ')}?`,
    en: `Do your records confirm at least one of these: ${en.join('; or ')}?`,
  };
}

/** The surest two statements whose answers differ for all corrections; one of them may join two statements. */
function findPair(statements: readonly Statement[], count: number): Statement[] {
  const answers = (one: Statement, other: Statement): number => {
    const all = Array.from({ length: count }, (_, index) => `${one.holds.has(index)} ${other.holds.has(index)}`);
    return new Set(all).size;
  };
  const distinct = withoutRepeated(statements);
  for (const candidates of [distinct, [...distinct, ...joined(distinct)]]) {
    for (const [index, other] of candidates.entries()) {
      const one = candidates.slice(0, index).find((it) => answers(it, other) === count);
      if (one !== undefined) return [one, other];
    }
  }
  return [];
}

/** The surest statement for each division of the corrections. */
function withoutRepeated(statements: readonly Statement[]): Statement[] {
  const byDivision = new Map<string, Statement>();
  for (const statement of statements) {
    const key = [...statement.holds].join(' ');
    if (!byDivision.has(key)) byDivision.set(key, statement);
  }
  return [...byDivision.values()];
}

function joined(statements: readonly Statement[]): Statement[] {
  const pairs = statements.flatMap((one, index) =>
    statements.slice(index + 1).map(
      (other): Statement => ({
        rank: one.rank + other.rank,
        facts: [...one.facts, ...other.facts],
        holds: new Set([...one.holds, ...other.holds]),
      }),
    ),
  );
  return pairs.sort((a, b) => a.rank - b.rank);
}
