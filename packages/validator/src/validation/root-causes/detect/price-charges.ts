import { parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import { attributeOf, elementAt, enclosing, isNamed, textOf } from '../../ubl-elements.ts';
import { dueOf, isNear } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { describeLines } from '../describe-lines.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { written } from './write-trial.ts';

/** Maximum number of lines corrected together. */
const MAX_LINES = 2_000;

/**
 * Detects a price before discount (BT-148) without the discount (BT-147), which UBL requires. The discount is the
 * difference to the net price.
 */
export function detectPriceDiscounts(found: Case): Mistake[] {
  const groups = new Map<XmlElement, number>();
  for (const index of found.openOf('UBL-STRUCTURE-ELEMENT-MISSING').slice(0, MAX_LINES)) {
    const group = found.elementOf(index);
    const isOfPrice = group?.parent.kind === NodeKind.ELEMENT && isNamed(group.parent, 'cac:Price');
    if (isOfPrice && found.issues[index]!.expected === 'cbc:Amount') groups.set(group, index);
  }
  const [first] = groups.keys();
  if (first === undefined) return [];
  const lines = new Set([...groups.keys()].map((group) => enclosing(group, 'line')));
  const echoes = found.openOf('PEPPOL-EN16931-R046').filter((index) => {
    const element = found.elementOf(index);
    return element !== null && lines.has(enclosing(element, 'line'));
  });
  const state = (): Correction | null =>
    toCorrection(
      [...groups.keys()].map((group) => {
        const [gross, price] = [
          elementAt(group, 'cbc:BaseAmount'),
          elementAt(group.parent as XmlElement, 'cbc:PriceAmount'),
        ];
        const [of, is] = [gross, price].map((element) => (element === null ? null : parseDecimal(textOf(element))));
        const currency = gross === null ? null : attributeOf(gross, 'currencyID');
        if (of == null || is == null || currency === null || of.compare(is) < 0) return null;
        const content = written(of.subtract(is), { term: 'BT-147' });
        return found.editor().insert(group, { name: 'cbc:Amount', attributes: { currencyID: currency }, content });
      }),
    );
  const remove = (): Correction | null => toCorrection([...groups.keys()].map((group) => found.editor().remove(group)));
  return [
    {
      id: 'price-discount-missing',
      issues: found.claim([...groups.values(), ...echoes]),
      location: locationOf(first),
      confidence: 0.9,
      values: groups.size > 1 ? { places: String(groups.size) } : {},
      corrections: [state, remove],
    },
  ];
}

/**
 * Detects a charge in the price (PEPPOL-EN16931-R044): the net price gives the amount of the line, so the charge is
 * included in it already, and only its statement is wrong.
 */
export function detectPriceCharges(found: Case): Mistake[] {
  const open = found.root === null ? [] : found.openOf('PEPPOL-EN16931-R044').slice(0, MAX_LINES);
  if (open.length === 0) return [];
  const byElement = new Map(found.books().lines.map((line) => [line.element, line]));
  const lines = open.flatMap((index) => {
    const element = found.elementOf(index);
    const line = element === null ? null : enclosing(element, 'line');
    const booked = line === null ? undefined : byElement.get(line);
    const due = booked === undefined ? null : dueOf(booked);
    const charge = line === null ? null : elementAt(line, 'cac:Price/cac:AllowanceCharge');
    return booked?.amount == null || due === null || charge === null || !isNear(due, booked.amount, 2)
      ? []
      : [{ line: booked, charge }];
  });
  const [first] = lines;
  if (first === undefined || lines.length < open.length) return [];
  const elements = new Set(lines.map(({ line }) => line.element));
  const issues = found.claim(
    found.open(({ rule_id }, index) => {
      if (!/^PEPPOL-EN16931-R04[46]$/.test(rule_id)) return false;
      const element = found.elementOf(index);
      const line = element === null ? null : enclosing(element, 'line');
      return line !== null && elements.has(line);
    }),
  );
  return [
    {
      id: 'charge-in-price',
      issues,
      location: locationOf(first.charge),
      confidence: 0.9,
      values: {
        found: first.line.price!.toString(),
        ...describeLines([...elements]),
        ...(lines.length > 1 && { places: String(lines.length) }),
      },
      corrections: [() => toCorrection(lines.map(({ charge }) => found.editor().remove(charge)))],
    },
  ];
}
