import { countSlips } from '../../../edit-distance.ts';
import { readGarbled } from '../../suggestions/index.ts';
import { childrenOf, elementAt, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { termPath } from '../paths.ts';
import { partOf } from './describe-path.ts';

/** Slips that no official rule sees: letters of another encoding, years, numbers of lines. */
export function detectSlips(found: Case): Mistake[] {
  return found.root === null ? [] : [...detectGarbled(found), ...detectYears(found), ...detectLineIds(found)];
}

/** Texts in letters of another encoding (SK-R-014): one export makes them all. */
function detectGarbled(found: Case): Mistake[] {
  const issues = found.claim(found.openOf('SK-R-014'));
  const elements = issues.map((index) => found.elementOf(index)).filter((it) => it !== null);
  const [first] = elements;
  if (first === undefined) return [];
  const read = elements.map((element) => readGarbled(textOf(element)));
  const [shown, meant] = [beginningOf(textOf(first)), beginningOf(read[0] ?? '')];
  return [
    {
      id: 'text-garbled',
      issues,
      confidence: 0.9,
      values: {
        found: shown,
        expected: meant === shown ? '' : meant,
        ...(issues.length > 1 && { places: String(issues.length) }),
      },
      // A reference may be what the item is about.
      isDoubtful: elements.some((element) => textOf(element).includes('&')),
      corrections: [
        () =>
          toCorrection(
            elements.map((element, index) => {
              const text = read[index];
              return text == null ? null : found.editor().replaceText(element, text);
            }),
          ),
      ],
    },
  ];
}

/** So much of a text is quoted. */
const LONGEST = 60;

/** No character is cut in two. */
const beginningOf = (text: string): string => [...text.slice(0, 2 * LONGEST)].slice(0, LONGEST).join('');

const DATES = ['cbc:IssueDate', 'cbc:DueDate', 'cbc:TaxPointDate', 'cac:Delivery/cbc:ActualDeliveryDate'];

const yearOf = (date: string): string => /^(\d{4})-\d{2}-\d{2}$/.exec(date)?.[1] ?? '';

/** A year that no invoice of today has (SK-R-074), each date by itself. */
function detectYears(found: Case): Mistake[] {
  return found.openOf('SK-R-074').map((index) => {
    const { location } = found.issues[index]!;
    const element = found.elementOf(index);
    const date = element === null ? '' : textOf(element);
    const year = yearOf(date);
    const others = DATES.map((path) => elementAt(found.root!, path)).flatMap((it) =>
      it === null || it === element ? [] : [yearOf(textOf(it))],
    );
    const meant = others.find((other) => other !== '' && isSlipOf(year, other));
    return {
      id: 'year-unlikely' as const,
      issues: found.claim([index]),
      location,
      confidence: 0.85,
      values: {
        name: partOf(termPath(location)),
        found: date,
        expected: meant === undefined ? '' : meant + date.slice(4),
      },
    };
  });
}

/** The same digits in another order, or one of them another one. */
const isSlipOf = (year: string, other: string): boolean =>
  [...year].sort().join('') === [...other].sort().join('') || countSlips(year, other, 1) <= 1;

/** Lines with one number (SK-R-057, BT-126). */
function detectLineIds(found: Case): Mistake[] {
  const issues = found.claim(found.openOf('SK-R-057'));
  if (issues.length === 0) return [];
  const counts = new Map<string, number>();
  for (const line of childrenOf(found.root!, 'line')) {
    const id = textAt(line, 'cbc:ID') ?? '';
    if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [repeated] = [...counts].filter(([, count]) => count > 1);
  return [
    {
      id: 'line-numbers-repeated',
      issues,
      confidence: 0.9,
      values: { found: beginningOf(repeated?.[0] ?? ''), count: String(repeated?.[1] ?? 2) },
    },
  ];
}
