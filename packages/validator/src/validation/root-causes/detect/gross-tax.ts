import { Decimal, parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { toCents } from '../../amounts/index.ts';
import { elementAt, enclosing, textAt } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { inSlovak, money } from '../describe-value.ts';

/** Maximum number of rates reported separately. */
const MOST = 20;

const HUNDRED = new Decimal(100, 0);

/**
 * Detects tax that differs by a few cents from base times rate although all sums agree (SK-R-050 only), for example
 * because the software adds the tax of the lines; no amount of the invoice must be changed.
 */
export function detectGrossTax(found: Case): Mistake[] {
  if (found.openOf('BR-CO-14', 'BR-CO-15', 'BR-CO-16', 'BR-CO-17').length > 0) return [];
  return found
    .openOf('SK-R-050')
    .slice(0, MOST)
    .flatMap((index) => {
      const element = found.elementOf(index);
      const group = element === null ? null : enclosing(element, 'cac:TaxSubtotal');
      return group === null ? [] : toMistakes(found, group, index);
    });
}

function toMistakes(found: Case, group: XmlElement, index: number): Mistake[] {
  const read = (path: string): Decimal | null => parseDecimal(textAt(group, path) ?? '');
  const [base, tax, rate] = [read('cbc:TaxableAmount'), read('cbc:TaxAmount'), read('cac:TaxCategory/cbc:Percent')];
  if (base === null || tax === null || rate === null || HUNDRED.add(rate).isZero()) return [];
  const due = toCents(base.multiply(rate).divide(HUNDRED));
  const isHigher = tax.compare(due) > 0;
  const difference = money(tax.subtract(due).abs());
  return [
    {
      id: 'vat-cents-off',
      issues: found.claim([index]),
      location: locationOf(elementAt(group, 'cbc:TaxAmount') ?? group),
      confidence: 0.9,
      values: {
        rate: { sk: inSlovak(rate.toString()), en: rate.toString() },
        difference: { sk: inSlovak(difference), en: difference },
        direction: isHigher ? { sk: 'vyššia', en: 'higher' } : { sk: 'nižšia', en: 'lower' },
        found: money(tax),
        expected: money(due),
      },
    },
  ];
}
