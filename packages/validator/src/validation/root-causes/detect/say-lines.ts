import type { XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { enclosing, textAt } from '../../ubl-elements.ts';

/** So many lines are named. */
const MOST = 5;

/** The lines that elements stand in, by their numbers on the invoice (BT-126); nothing where none does. */
export function sayLines(elements: readonly XmlElement[]): { readonly lines?: Text } {
  const lines = new Set(elements.flatMap((element) => enclosing(element, 'line') ?? []));
  const numbers = [...lines]
    .map((line) => textAt(line, 'cbc:ID')?.slice(0, 20) ?? '')
    .filter((number) => number !== '');
  if (numbers.length === 0 || numbers.length < lines.size) return {};
  const named = numbers.slice(0, MOST).join(', ') + (numbers.length > MOST ? ', …' : '');
  return numbers.length === 1
    ? { lines: { sk: `riadok ${named}`, en: `line ${named}` } }
    : { lines: { sk: `riadky ${named}`, en: `lines ${named}` } };
}
