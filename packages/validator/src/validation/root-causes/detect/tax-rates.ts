import { Decimal, parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { keyOf, recompute, toCents } from '../../amounts/index.ts';
import { childrenOf, elementAt, enclosing, isNamed, textAt } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { writeTrial } from './write-trial.ts';

/** A VAT group whose tax belongs to another rate than the one in group and lines. */
type RateMistake = {
  readonly group: XmlElement;
  readonly percents: readonly XmlElement[];
  readonly rate: Decimal;
  readonly isFraction: boolean;
};

const HUNDRED = new Decimal(100, 0);
const MAX_RATE = 30;
/** Maximum number of groups examined. */
const MOST = 50;

/**
 * Detects a rate in lines and breakdown that does not match the tax (BT-119, BT-152 against BT-117): an outdated rate
 * such as 20 % in the item data, or a percentage written as a fraction. All groups with it are one mistake.
 */
export function detectTaxRates(found: Case): Mistake[] {
  // If the VAT total disagrees with the groups, the tax is wrong, not the rate.
  if (found.root === null || found.openOf('BR-CO-14').length > 0) return [];
  const groups = new Set(
    found.openOf('BR-CO-17', 'BR-S-09').map((index) => {
      const element = found.elementOf(index);
      return element === null ? null : enclosing(element, 'cac:TaxSubtotal');
    }),
  );
  const mistakes = [...groups]
    .slice(0, MOST)
    .flatMap((group) => (group === null ? [] : mistakesOf(found.root!, group)));
  return [true, false].flatMap((isFraction) => {
    const own = mistakes.filter((mistake) => mistake.isFraction === isFraction);
    return own.length === 0 ? [] : [toMistake(found, own, isFraction)];
  });
}

function toMistake(found: Case, mistakes: readonly RateMistake[], isFraction: boolean): Mistake {
  const own = new Set(mistakes.map(({ group }) => group));
  const issues = found.claim(
    found.open(({ rule_id }, index) => {
      if (!['BR-CO-17', 'BR-S-09', 'SK-R-041', 'SK-R-050'].includes(rule_id)) return false;
      const element = found.elementOf(index);
      const group = element === null ? null : enclosing(element, 'cac:TaxSubtotal');
      return group !== null && own.has(group);
    }),
  );
  const [{ group, percents, rate }] = mistakes as [RateMistake];
  const places = mistakes.reduce((count, mistake) => count + mistake.percents.length, 0);
  const write = (): Correction | null =>
    toCorrection(
      mistakes.flatMap((mistake) =>
        mistake.percents.map((percent) => found.editor().replaceText(percent, mistake.rate.toString())),
      ),
    );
  const compute = (): Correction | null => {
    const network = found.network();
    return writeTrial(
      found,
      recompute(
        network,
        network.equations.filter((it) => it.term === 'BT-117' && own.has(it.group)),
      ),
    );
  };
  return {
    id: isFraction ? 'percentage-as-fraction' : 'vat-rate-of-tax',
    issues,
    location: locationOf(percents[0] ?? group),
    confidence: 0.9,
    values: {
      found: textAt(group, 'cac:TaxCategory/cbc:Percent') ?? '',
      expected: rate.toString(),
      ...(isFraction && { places: String(places) }),
    },
    // A tax of 0.23 % is implausible, so the tax is not recomputed.
    corrections: isFraction ? [() => renamed(write(), 'percent')] : [write, compute],
  };
}

const renamed = (correction: Correction | null, id: string): Correction | null =>
  correction === null ? null : { ...correction, id };

/** The rate that the tax of a group implies, if it differs from that of lines and group. */
function mistakesOf(root: XmlElement, group: XmlElement): RateMistake[] {
  const read = (path: string): Decimal | null => parseDecimal(textAt(group, path) ?? '');
  const [base, tax, stated] = [read('cbc:TaxableAmount'), read('cbc:TaxAmount'), read('cac:TaxCategory/cbc:Percent')];
  if (
    base === null ||
    tax === null ||
    stated === null ||
    base.isZero() ||
    textAt(group, 'cac:TaxCategory/cbc:ID') !== 'S'
  )
    return [];
  const key = keyOf(group, 'cac:TaxCategory');
  const owners = [...childrenOf(root, 'line'), ...childrenOf(root, 'cac:AllowanceCharge')].flatMap((owner) => {
    const path = isNamed(owner, 'line') ? 'cac:Item/cac:ClassifiedTaxCategory' : 'cac:TaxCategory';
    const percent = keyOf(owner, path) === key ? elementAt(owner, `${path}/cbc:Percent`) : null;
    return percent === null ? [] : [percent];
  });
  const explainsTax = (rate: Decimal): boolean => toCents(base.multiply(rate).divide(HUNDRED)).compare(tax) === 0;
  const times = stated.multiply(HUNDRED).stripped();
  const isFraction = explainsTax(times);
  const implied = isFraction ? times : tax.multiply(HUNDRED).divide(base).round();
  const percent = elementAt(group, 'cac:TaxCategory/cbc:Percent');
  const isRate = implied.units > 0 && implied.compare(new Decimal(MAX_RATE, 0)) <= 0 && implied.compare(stated) !== 0;
  if (owners.length === 0 || percent === null || !isRate || !explainsTax(implied) || isTaken(group, implied)) return [];
  return [{ group, percents: [percent, ...owners], rate: implied, isFraction }];
}

/** Whether another group of the breakdown has the rate already. */
const isTaken = (group: XmlElement, rate: Decimal): boolean =>
  childrenOf(group.parent as XmlElement, 'cac:TaxSubtotal').some(
    (other) => other !== group && parseDecimal(textAt(other, 'cac:TaxCategory/cbc:Percent') ?? '')?.compare(rate) === 0,
  );
