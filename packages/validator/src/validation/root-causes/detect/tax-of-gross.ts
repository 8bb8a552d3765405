import { Decimal, parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { recompute, toCents } from '../../amounts/index.ts';
import { elementAt, enclosing, textAt } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { inSlovak, money } from '../describe-value.ts';
import { writeTrial } from './write-trial.ts';

/** Maximum number of rows examined. */
const MOST = 50;
const HUNDRED = new Decimal(100, 0);
const CENT = new Decimal(1, 2);

/**
 * Detects tax computed from the amount with VAT instead of the base (BT-117): base and rate agree with the lines, and
 * the sums may include the wrong tax.
 */
export function detectTaxOfGross(found: Case): Mistake[] {
  const groups = new Set(
    found
      .openOf('BR-CO-17', 'BR-S-09')
      .slice(0, MOST)
      .map((index) => {
        const element = found.elementOf(index);
        return element === null ? null : enclosing(element, 'cac:TaxSubtotal');
      }),
  );
  const wrong = [...groups].filter((group): group is XmlElement => group !== null && isOfGross(group));
  const [first] = wrong;
  if (first === undefined) return [];
  const network = found.network();
  const taxes = network.equations.filter(({ term, group }) => term === 'BT-117' && wrong.includes(group));
  const own = new Set(wrong);
  const issues = found.open(({ rule_id }, index) => {
    if (rule_id === 'BR-CO-14') return true;
    if (!['BR-CO-17', 'BR-S-09', 'SK-R-050'].includes(rule_id)) return false;
    const element = found.elementOf(index);
    const group = element === null ? null : enclosing(element, 'cac:TaxSubtotal');
    return group !== null && own.has(group);
  });
  const read = (path: string): Decimal => parseDecimal(textAt(first, path) ?? '')!;
  const [base, rate] = [read('cbc:TaxableAmount'), read('cac:TaxCategory/cbc:Percent')];
  return [
    {
      id: 'vat-of-gross',
      issues: found.claim(issues),
      location: locationOf(elementAt(first, 'cbc:TaxAmount') ?? first),
      confidence: 0.95,
      values: {
        rate: { sk: inSlovak(rate.toString()), en: rate.toString() },
        found: textAt(first, 'cbc:TaxAmount') ?? '',
        expected: money(base.multiply(rate).divide(HUNDRED)),
        ...(wrong.length > 1 && { places: String(wrong.length) }),
      },
      corrections: [() => writeTrial(found, recompute(network, taxes))],
    },
  ];
}

/** Whether the tax of a row is its rate applied to base plus tax, to the cent. */
function isOfGross(group: XmlElement): boolean {
  const read = (path: string): Decimal | null => parseDecimal(textAt(group, path) ?? '');
  const [base, tax, rate] = [read('cbc:TaxableAmount'), read('cbc:TaxAmount'), read('cac:TaxCategory/cbc:Percent')];
  if (base === null || tax === null || rate === null || base.isZero() || rate.units <= 0) return false;
  const due = base.multiply(rate).divide(HUNDRED);
  const ofGross = base.add(due).multiply(rate).divide(HUNDRED);
  return toCents(ofGross).subtract(tax).abs().compare(CENT) <= 0 && toCents(due).compare(tax) !== 0;
}
