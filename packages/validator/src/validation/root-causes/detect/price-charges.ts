import { locationOf } from '@e-invoice/schematron/xml';
import { elementAt, enclosing } from '../../ubl-elements.ts';
import { dueOf, isNear } from '../books.ts';
import type { Case, Mistake } from '../case.ts';
import { describeLines } from '../describe-lines.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Maximum number of lines corrected together. */
const MAX_LINES = 2_000;

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
