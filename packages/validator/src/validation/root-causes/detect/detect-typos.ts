import { editDistance } from '../../../edit-distance.ts';
import { readGarbled } from '../../suggestions/index.ts';
import { childrenOf, elementAt, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { termPath } from '../paths.ts';
import { partOf } from './describe-path.ts';

/** Detects mistakes that the official rules do not check: garbled text, implausible years, repeated line numbers. */
export function detectTypos(found: Case): Mistake[] {
  return found.root === null ? [] : [...detectGarbled(found), ...detectYears(found), ...detectLineIds(found)];
}

/** Reports garbled texts (SK-R-014) as one mistake: one export produces all of them. */
function detectGarbled(found: Case): Mistake[] {
  const issues = found.claim(found.openOf('SK-R-014'));
  const elements = issues.map((index) => found.elementOf(index)).filter((it) => it !== null);
  const [first] = elements;
  if (first === undefined) return [];
  const read = elements.map((element) => readGarbled(textOf(element)));
  const [shown, intended] = [beginningOf(textOf(first)), beginningOf(read[0] ?? '')];
  return [
    {
      id: 'text-garbled',
      issues,
      confidence: 0.9,
      values: {
        found: shown,
        expected: intended === shown ? '' : intended,
        ...(issues.length > 1 && { places: String(issues.length) }),
      },
      // A character reference may be intended content, e.g. of an item description.
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

/** Maximum number of characters quoted. */
const LONGEST = 60;

/** Splits by code points, so that no surrogate pair is cut. */
const beginningOf = (text: string): string => [...text.slice(0, 2 * LONGEST)].slice(0, LONGEST).join('');

const DATES = ['cbc:IssueDate', 'cbc:DueDate', 'cbc:TaxPointDate', 'cac:Delivery/cbc:ActualDeliveryDate'];

const yearOf = (date: string): string => /^(\d{4})-\d{2}-\d{2}$/.exec(date)?.[1] ?? '';

/** Reports implausible years (SK-R-074), one mistake per date. */
function detectYears(found: Case): Mistake[] {
  return found.openOf('SK-R-074').map((index) => {
    const { location } = found.issues[index]!;
    const element = found.elementOf(index);
    const date = element === null ? '' : textOf(element);
    const year = yearOf(date);
    const others = DATES.map((path) => elementAt(found.root!, path)).flatMap((it) =>
      it === null || it === element ? [] : [yearOf(textOf(it))],
    );
    const intended = others.find((other) => other !== '' && isTypoOf(year, other));
    return {
      id: 'year-unlikely' as const,
      issues: found.claim([index]),
      location,
      confidence: 0.85,
      values: {
        name: partOf(termPath(location)),
        found: date,
        expected: intended === undefined ? '' : intended + date.slice(4),
      },
    };
  });
}

/** Whether two years have the same digits in another order, or differ in one digit. */
const isTypoOf = (year: string, other: string): boolean =>
  [...year].sort().join('') === [...other].sort().join('') || editDistance(year, other, 1) <= 1;

/** Reports repeated line numbers (SK-R-057, BT-126). */
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
