import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { elementAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Maximum number of periods reported separately. */
const MOST = 20;

/** Rules that compare the periods of lines with that of the document. */
const READERS = ['PEPPOL-EN16931-R110', 'PEPPOL-EN16931-R111'];

/** Detects periods that end before they start (BT-73 and BT-74, BT-134 and BT-135): their dates are swapped. */
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
    return {
      id: 'period-turned',
      issues: found.claim(position === 0 ? [...own, ...found.openOf(...READERS)] : own),
      location: locationOf(period),
      confidence: 0.9,
      values: { found: start === null ? '' : textOf(start), expected: end === null ? '' : textOf(end) },
      corrections: [() => (start === null || end === null ? null : swap(found, start, end))],
    };
  });
}

function swap(found: Case, start: XmlElement, end: XmlElement): Correction | null {
  const edits = [found.editor().replaceText(start, textOf(end)), found.editor().replaceText(end, textOf(start))];
  const correction = toCorrection(edits);
  return correction === null ? null : { ...correction, id: 'swap' };
}
