import { parseDecimal } from '@e-invoice/schematron/decimal';
import type { Text } from '@e-invoice/validator/issues';
import type { ShownInvoice } from '../render-metadata.ts';
import { amountsIn, type PrintedAmount } from './amounts-in-text.ts';
import { hasDate } from './dates-in-text.ts';
import type { PdfText } from './read-text.ts';
import { SAID, VALUES, type VISIBLE_OUTCOMES, type VisibleTerm } from './visible-values.data.ts';

type VisibleOutcome = (typeof VISIBLE_OUTCOMES)[number];

/** A value of the XML that is searched for in the text of the PDF. */
type VisibleValue = {
  readonly businessTerm: VisibleTerm;
  readonly name: Text;
  readonly value: string;
  readonly outcome: VisibleOutcome;
  /** Value in the PDF: the matching amount, or a different amount printed after the label of the value. */
  readonly printed: string | null;
};

export type VisibleValues = {
  /** `contradicted` occurs only for amounts: numbers and dates may be written in other forms. */
  readonly outcome: VisibleOutcome;
  readonly detail: Text;
  readonly values: readonly VisibleValue[];
};

type Facts = Pick<
  ShownInvoice,
  'kind' | 'number' | 'issueDate' | 'dueDate' | 'totals' | 'vatTotal' | 'vatTotalInVatCurrency'
>;

type Expected = { readonly term: VisibleTerm; readonly value: string };

/**
 * Searches the text of a PDF for the totals, number and dates of its invoice. On invoices the sign of an amount must
 * match, because it distinguishes a charge from a refund. On credit notes and for the prepaid amount (BT-113) either
 * sign matches: both are printed with and without a minus.
 *
 * @param text null if the text could not be read
 */
export function compareValues(invoice: Facts, text: PdfText | null): VisibleValues {
  const read = text === null ? null : readAmounts(text.lines);
  const canMiss = read !== null && read.values.size > 0 && text!.isWhole;
  const withOtherSign = new Set<VisibleTerm>();
  const values: VisibleValue[] = amountsOf(invoice).map(({ term, value }) => {
    const { name } = VALUES[term];
    const amount = parseDecimal(value)!;
    const same = read?.values.get(amount.toString());
    const opposite = read?.values.get(amount.negate().toString());
    const isSigned = invoice.kind === 'invoice' && term !== 'BT-113';
    const found = same ?? (isSigned ? undefined : opposite);
    if (found !== undefined) return { businessTerm: term, name, value, outcome: 'found', printed: found };
    if (!canMiss) return { businessTerm: term, name, value, outcome: 'unknown', printed: null };
    if (opposite !== undefined) withOtherSign.add(term);
    const other = read.named.get(term) ?? null;
    return { businessTerm: term, name, value, outcome: other === null ? 'not_found' : 'contradicted', printed: other };
  });
  const outcome = WORST_FIRST.find((each) => values.some((value) => value.outcome === each)) ?? 'unknown';
  const isSign = values.some((value) => value.outcome === outcome && withOtherSign.has(value.businessTerm));
  const detail = outcome === 'unknown' ? whyUnknown(read) : isSign ? SAID.other_sign : SAID[outcome];
  const whole = (text?.lines ?? []).join('\n').replaceAll(/\s+/gu, ' ');
  const others = othersOf(invoice).map(({ term, value }): VisibleValue => {
    const isThere = term === 'BT-1' ? hasNumber(whole, value) : hasDate(whole, value);
    const outcome = isThere ? 'found' : canMiss ? 'not_found' : 'unknown';
    return { businessTerm: term, name: VALUES[term].name, value, outcome, printed: null };
  });
  return { outcome, detail, values: [...values, ...others] };
}

const WORST_FIRST = ['contradicted', 'not_found', 'unknown', 'found'] as const;

function whyUnknown(read: ReadAmounts | null): Text {
  if (read === null) return SAID.unread;
  return read.values.size === 0 ? SAID.nothing : SAID.partly;
}

/** Zero amounts are rarely printed, so they are skipped except for the amount due. */
function amountsOf({ totals, vatTotal, vatTotalInVatCurrency }: Facts): Expected[] {
  const all: readonly (readonly [VisibleTerm, string | null | undefined])[] = [
    ['BT-115', totals?.due],
    ['BT-112', totals?.withVat],
    ['BT-110', vatTotal],
    ['BT-111', vatTotalInVatCurrency],
    ['BT-109', totals?.withoutVat],
    ['BT-113', totals?.prepaid],
  ];
  return all.flatMap(([term, value]) => {
    const amount = value == null ? null : parseDecimal(value);
    return amount === null || (amount.isZero() && term !== 'BT-115') ? [] : [{ term, value: value! }];
  });
}

function othersOf({ number, issueDate, dueDate }: Facts): Expected[] {
  const all = [
    { term: 'BT-1', value: number },
    { term: 'BT-2', value: issueDate },
    { term: 'BT-9', value: dueDate },
  ] as const;
  return all.flatMap(({ term, value }) => (value === null || value.trim() === '' ? [] : [{ term, value }]));
}

type ReadAmounts = {
  /** Printed form by signed value; an amount with an ambiguous sign is listed under both values. */
  readonly values: ReadonlyMap<string, string>;
  /** Amounts that are the only one on their line and follow the label of a value. */
  readonly named: ReadonlyMap<VisibleTerm, string>;
};

function readAmounts(lines: readonly string[]): ReadAmounts {
  const values = new Map<string, string>();
  const named = new Map<VisibleTerm, string>();
  for (const line of lines) {
    const amounts = amountsIn(line);
    for (const { printed, sign, values: readings } of amounts) {
      for (const value of readings) {
        if (sign !== 'minus') values.set(value, printed);
        if (sign !== 'none') values.set(value === '0' ? value : `-${value}`, printed);
      }
    }
    const term = amounts.length === 1 ? termBefore(line, amounts[0]!) : null;
    if (term !== null) named.set(term, amounts[0]!.printed);
  }
  return { values, named };
}

const TERMS = Object.entries(VALUES) as [VisibleTerm, { readonly words: readonly string[] }][];

function termBefore(line: string, { at }: PrintedAmount): VisibleTerm | null {
  const before = line
    .slice(0, at)
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\p{M}\s]/gu, '');
  return TERMS.find(([, { words }]) => words.some((word) => before.startsWith(word)))?.[0] ?? null;
}

function hasNumber(text: string, number: string): boolean {
  const searched = number.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
  const escaped = searched.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(text.toLowerCase());
}
