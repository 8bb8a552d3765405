import { Decimal, parseDecimal } from '@e-invoice/schematron/decimal';
import type { XmlElement } from '@e-invoice/schematron/xml';
import { elementAt, textOf } from '../ubl-elements.ts';
import type { Cell, Part } from './network.ts';

/** PEPPOL-EN16931-R120 and -R040 tolerate two cents. */
export const TWO_CENTS = new Decimal(2, 2);
/** BR-CO-17 and rules 08 and 09 of the VAT categories tolerate a difference below one. */
export const BELOW_ONE = new Decimal(99, 2);

/** A number at a path below an element. */
export function makeCell(term: string, parent: XmlElement, name: string): Cell {
  const node = elementAt(parent, name);
  return { term, name, parent, node, stated: node === null ? null : parseDecimal(textOf(node)) };
}

export const hundred = (parent: XmlElement): Cell => ({
  term: '',
  name: '',
  parent,
  node: null,
  stated: new Decimal(100, 0),
});

export const add = (cell: Cell): Part => ({ cell, operation: 'add' });
export const subtract = (cell: Cell): Part => ({ cell, operation: 'subtract' });
export const multiply = (cell: Cell): Part => ({ cell, operation: 'multiply' });
export const divide = (cell: Cell): Part => ({ cell, operation: 'divide' });

/** Categories with one VAT group per rate. */
const BY_RATE = ['S', 'L', 'M'];

/** Identifies a VAT group by its category and, where the rate counts, its rate. */
export function toKey(category: string | null, percent: string | null): string {
  const rate = parseDecimal(percent ?? '')?.toString() ?? '';
  return BY_RATE.includes(category ?? '') ? `${category} ${rate}` : (category ?? '');
}
