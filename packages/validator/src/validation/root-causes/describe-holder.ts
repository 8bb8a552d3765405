import type { XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../issues/index.ts';
import { enclosing, isCharge } from '../ubl-elements.ts';

/**
 * Groups with a VAT category: a line (BG-25), a document level allowance or charge (BG-20, BG-21), a row of the VAT
 * breakdown (BG-23).
 */
type Holder = 'line' | 'allowance' | 'charge' | 'row';

const HOLDERS: Readonly<Record<Holder, Text>> = {
  line: { sk: 'pri položke', en: 'the item' },
  allowance: { sk: 'pri zľave na úrovni dokladu', en: 'the document level allowance' },
  charge: { sk: 'pri prirážke na úrovni dokladu', en: 'the document level charge' },
  row: { sk: 'v rekapitulácii DPH', en: 'the VAT breakdown' },
};

/**
 * Where users set the VAT category of elements. The breakdown is derived from the other groups, so it is named only
 * when they are correct.
 */
export function describeHolder(elements: readonly XmlElement[]): { readonly holder: Text } {
  const found = new Set(elements.map(holderOf));
  const chosen = (['line', 'allowance', 'charge'] as const).filter((holder) => found.has(holder));
  const named = (chosen.length === 0 ? (['row'] as const) : chosen).map((holder) => HOLDERS[holder]);
  return {
    holder: { sk: named.map(({ sk }) => sk).join(' a '), en: named.map(({ en }) => en).join(' and ') },
  };
}

function holderOf(element: XmlElement): Holder {
  if (enclosing(element, 'line') !== null) return 'line';
  const allowance = enclosing(element, 'cac:AllowanceCharge');
  if (allowance !== null) return isCharge(allowance) ? 'charge' : 'allowance';
  return enclosing(element, 'cac:TaxSubtotal') === null ? 'line' : 'row';
}
