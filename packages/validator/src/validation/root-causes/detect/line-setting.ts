import type { Decimal } from '@e-invoice/schematron/decimal';
import { elementAt } from '../../ubl-elements.ts';
import { type BookedLine, dueOf, isEqual } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { exactPrice } from '../check-books.ts';
import type { Edit } from '../patch/edit.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { written } from './write-trial.ts';

/** One setting of a program that damages a number on several lines, and its corrections. */
export type Setting = {
  readonly id: CauseId;
  readonly lines: readonly BookedLine[];
  readonly values?: Mistake['values'];
  readonly corrections: readonly (() => Correction | null)[];
};

export type Find = (found: Case, lines: readonly BookedLine[], isOfAll: boolean) => Setting | null;

/** An edit of every line; null when one of them is not possible. */
export const ofLines =
  (lines: readonly BookedLine[], id: string, edit: (line: BookedLine) => readonly (Edit | null)[]) =>
  (): Correction | null => {
    const correction = toCorrection(lines.flatMap(edit));
    return correction === null ? null : { ...correction, id };
  };

export const numberIn = (found: Case, line: BookedLine, path: string, value: Decimal | null): Edit | null => {
  const element = elementAt(line.element, path);
  if (element === null || value === null) return null;
  const text = path === PRICE ? written(value, { term: 'BT-146' }) : value.stripped().toString();
  return found.editor().replaceText(element, text);
};

export const PRICE = 'cac:Price/cbc:PriceAmount';

/** Decimals that software writes in prices, and the highest number tried. */
const MAX_DECIMALS = 8;

/** The price with the fewest decimals that gives the amount of the line. */
export function priceFor(line: BookedLine): Decimal | null {
  const exact = exactPrice(line);
  if (exact === null || exact.units <= 0) return null;
  for (let decimals = 2; decimals <= MAX_DECIMALS; decimals += 1) {
    const price = exact.round(decimals);
    if (isEqual(dueOf({ ...line, price }), line.amount)) return price;
  }
  return null;
}

export const toPrices = (found: Case, lines: readonly BookedLine[]) =>
  ofLines(lines, 'compute', (line) => [numberIn(found, line, PRICE, priceFor(line))]);
