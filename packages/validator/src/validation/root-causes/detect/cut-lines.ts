import { Decimal } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import { enclosing } from '../../ubl-elements.ts';
import { type BookedLine, CENT, dueOf, grossOf, isEqual } from '../books.ts';
import type { Case, Mistake } from '../case.ts';

/** Fewer lines may differ by chance. */
const MIN_LINES = 3;

/** Detects line amounts that are all cut to cents instead of rounded (SK-R-052). */
export function detectCutLines(found: Case): Mistake[] {
  const issues = found.openOf('SK-R-052');
  if (found.root === null || issues.length < MIN_LINES) return [];
  const byElement = new Map(found.books().lines.map((line) => [line.element, line]));
  const lines = issues.map((index) => {
    const element = found.elementOf(index);
    const line = element === null ? null : enclosing(element, 'line');
    return line === null ? undefined : byElement.get(line);
  });
  if (!lines.every((line) => line !== undefined && isCut(line))) return [];
  return [
    {
      id: 'line-amounts-cut',
      issues: found.claim(issues),
      location: locationOf(lines[0]!.element),
      confidence: 0.9,
      values: { count: String(issues.length) },
    },
  ];
}

/** Whether the amount is the exact one without its decimals beyond the cent, and rounding gives another. */
function isCut(line: BookedLine): boolean {
  const exact = grossOf(line)?.add(line.extras) ?? null;
  const due = dueOf(line);
  if (exact === null || due === null || line.amount === null || exact.units < 0) return false;
  const off = exact.subtract(line.amount);
  return off.compare(HALF) >= 0 && off.compare(CENT) < 0 && isEqual(due.subtract(line.amount), CENT);
}

const HALF = new Decimal(5, 3);
