import { Decimal, parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { type Conflict, compute, NO_TRIAL, recompute, toCents } from '../../amounts/index.ts';
import { childrenOf, elementsIn, textAt } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { inSlovak, money } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { textContentOf } from './describe-element.ts';
import { writeTrial } from './write-trial.ts';

/** Operators without a recognisable typing error: a missing or surplus line is likelier. */
const TRACELESS = ['compute', 'solve', 'state'];

/**
 * Detects sums that count a missing line, or omit an existing one (BT-106, BT-116 against BT-131): each line is
 * correct, and no typing error in one of them explains the difference.
 *
 * @returns null for any other mistake
 */
export function reportLineCount(
  found: Case,
  { equations, diagnoses }: Conflict,
  issues: readonly number[],
): Mistake | null {
  const total = equations.find(({ term }) => term === 'BT-106');
  const base = equations.find(({ term }) => term === 'BT-116');
  const [likeliest] = diagnoses;
  if (total === undefined || equations.length > 2 || (equations.length === 2 && base === undefined)) return null;
  const isTraceless = [...(likeliest?.operators.values() ?? [])].every((operator) => TRACELESS.includes(operator));
  if (likeliest === undefined || likeliest.trial.size < 2 || !isTraceless) return null;
  const computed = compute(total, NO_TRIAL);
  const { stated } = total.result;
  if (computed === null || stated === null) return null;
  const off = toCents(computed.subtract(stated));
  // One cent for each line is rounding; no line is missing.
  if (off.abs().compare(new Decimal(Math.max(1, total.parts.length), 2)) <= 0) return null;
  const amount = money(off.abs());
  const lines = childrenOf(found.root!, 'line').filter(
    (line) => parseDecimal(textAt(line, 'cbc:LineExtensionAmount') ?? '')?.compare(off) === 0,
  );
  const line = doubledOf(lines) ?? (off.units > 0 ? (lines[0] ?? null) : null);
  if (line === null && off.units > 0) return null;
  const isDoubled = line !== null && line === doubledOf(lines);
  const difference: Text = { sk: inSlovak(amount), en: amount };
  return {
    id: line === null ? 'line-lost' : isDoubled ? 'line-doubled' : 'line-not-counted',
    issues,
    location: locationOf(line ?? total.result.node ?? total.group),
    confidence: 0.8,
    values: { difference, ...(line !== null && { line: textAt(line, 'cbc:ID') ?? '' }) },
    corrections: [
      () => (line === null ? null : toCorrection([found.editor().remove(line)])),
      () => writeTrial(found, recompute(found.network(), equations)),
    ],
  };
}

/** The second of two lines that differ only in their numbers. */
function doubledOf(lines: readonly XmlElement[]): XmlElement | null {
  const reported = new Set<string>();
  for (const line of lines) {
    const text = elementsIn(line)
      .filter(({ local }) => local !== 'ID')
      .map(textContentOf)
      .join(' ');
    if (reported.has(text)) return line;
    reported.add(text);
  }
  return null;
}
