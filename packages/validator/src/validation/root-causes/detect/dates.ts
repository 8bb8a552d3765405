import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { elementAt, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Maximum number of periods reported separately. */
const MOST = 20;

/** Rules that compare the periods of lines with that of the document. */
const READERS = ['PEPPOL-EN16931-R110', 'PEPPOL-EN16931-R111'];

/**
 * Detects periods that end before they start (BT-73 and BT-74, BT-134 and BT-135): their dates are swapped, or one
 * of them has a wrong year.
 */
export function detectPeriods(found: Case): Mistake[] {
  const indexes = found.openOf('BR-29', 'BR-30');
  const elements = new Map<XmlElement, number[]>();
  for (const index of indexes) {
    const element = found.elementOf(index);
    const period = element === null ? null : (elementAt(element, 'cac:InvoicePeriod') ?? element);
    if (period !== null) elements.set(period, [...(elements.get(period) ?? []), index]);
  }
  return [...elements].slice(0, MOST).map(([period, own], position) => {
    const [start, end] = [elementAt(period, 'cbc:StartDate'), elementAt(period, 'cbc:EndDate')];
    const ofYear = start === null || end === null ? null : yearChange(found, start, end);
    return {
      id: 'period-turned',
      issues: found.claim(position === 0 ? [...own, ...found.openOf(...READERS)] : own),
      location: locationOf(period),
      confidence: 0.9,
      values: {
        found: start === null ? '' : textOf(start),
        expected: end === null ? '' : textOf(end),
        ...(ofYear === null ? SWAPPED : WRONG_YEAR),
      },
      isOrdered: true,
      corrections: [
        ...(ofYear === null ? [] : [() => toCorrection([found.editor().replaceText(ofYear.element, ofYear.right)])]),
        () => (start === null || end === null ? null : swap(found, start, end)),
      ],
    };
  });
}

function swap(found: Case, start: XmlElement, end: XmlElement): Correction | null {
  const edits = [found.editor().replaceText(start, textOf(end)), found.editor().replaceText(end, textOf(start))];
  const correction = toCorrection(edits);
  return correction === null ? null : { ...correction, id: 'swap' };
}

const SWAPPED: Readonly<Record<'why' | 'fix', Text>> = {
  why: { sk: 'dátumy sú pravdepodobne zamenené', en: 'the days are probably swapped' },
  fix: { sk: 'vymeňte jeho začiatok a koniec', en: 'swap its start and end' },
};
const WRONG_YEAR: typeof SWAPPED = {
  why: { sk: 'jeden z dátumov má pravdepodobne nesprávny rok', en: 'one of the days probably has a wrong year' },
  fix: { sk: 'opravte rok', en: 'correct the year' },
};

const DAY_MS = 86_400_000;

/** Invoices are issued for a quarter at most; a longer period from swapped dates is less likely than a wrong year. */
const MAX_DAYS = 92;

type YearChange = { readonly element: XmlElement; readonly right: string };

/**
 * The date with another year that makes a short period, if swapped dates make a long one. If both dates do, the one
 * whose period is nearer to the issue date (BT-2).
 */
function yearChange(found: Case, start: XmlElement, end: XmlElement): YearChange | null {
  const [from, to] = [textOf(start), textOf(end)];
  if (daysBetween(to, from) === null || daysBetween(to, from)! <= MAX_DAYS) return null;
  const issued = textAt(found.root!, 'cbc:IssueDate') ?? '';
  const changes = [
    { element: end, right: addYears(to, 1), period: [from, addYears(to, 1)] },
    { element: start, right: addYears(from, -1), period: [addYears(from, -1), to] },
  ].filter(({ period: [first, last] }) => {
    const days = daysBetween(first!, last!);
    // One day apart, they are the first and the last day of a year, swapped.
    return days !== null && days >= 0 && days !== 1 && days <= MAX_DAYS;
  });
  const distanceOf = ({ right }: YearChange): number => Math.abs(daysBetween(right, issued) ?? 0);
  return changes.sort((a, b) => distanceOf(a) - distanceOf(b))[0] ?? null;
}

/** The days from one date to another; null when one of them is not a date. */
function daysBetween(from: string, to: string): number | null {
  const [start, end] = [from, to].map((text) => {
    const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : time;
  });
  return start == null || end == null ? null : (end - start) / DAY_MS;
}

/** The same day of another year. */
const addYears = (date: string, years: number): string =>
  `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`;
