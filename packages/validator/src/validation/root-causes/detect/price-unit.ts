import { locationOf } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { attributeOf, childrenOf, elementAt, enclosing } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Maximum number of lines corrected together. */
const MOST = 200;

/** Changing a unit changes the meaning of a number, so the user must know which of the two is right. */
const NOTE: Text = {
  sk: 'Merná jednotka hovorí, koľko sa dodalo a za čo je cena. Porovnajte ju s objednávkou a dodacím listom.',
  en: 'Quantity and price refer to the unit. Compare it with the order and the delivery note.',
};

/**
 * Detects prices per another unit than that of the line quantity (BT-150 and BT-130, PEPPOL-EN16931-R130). Either may
 * be wrong, so both corrections are offered.
 */
export function detectPriceUnits(found: Case): Mistake[] {
  const issues = found.openOf('PEPPOL-EN16931-R130');
  const pairs = issues.slice(0, MOST).flatMap((index) => {
    const element = found.elementOf(index);
    const line = element === null ? null : enclosing(element, 'line');
    const ofLine = line === null ? undefined : childrenOf(line, 'quantity')[0];
    const ofPrice = line === null ? null : elementAt(line, 'cac:Price/cbc:BaseQuantity');
    const stated = ofLine === undefined ? null : attributeOf(ofLine, 'unitCode');
    const priced = ofPrice === null ? null : attributeOf(ofPrice, 'unitCode');
    if (ofLine === undefined || ofPrice === null || stated === null || priced === null) return [];
    // The rule found no quantity, e.g. because its element has the name of the other document kind.
    if (stated === priced) return [];
    return [{ ofLine, ofPrice, stated, priced }];
  });
  const [first] = pairs;
  if (first === undefined) return [];
  const write = (isPrice: boolean) => (): Correction | null => {
    if (pairs.length < issues.length) return null;
    const edits = pairs.map(({ ofLine, ofPrice, stated, priced }) => {
      const wrong = isPrice ? ofPrice : ofLine;
      const unit = wrong.attributes.find(({ local }) => local === 'unitCode');
      return unit === undefined ? null : found.editor().replaceValue(unit, isPrice ? stated : priced);
    });
    const correction = toCorrection(edits);
    return correction === null ? null : { ...correction, note: NOTE };
  };
  return [
    {
      id: 'price-unit-other',
      issues: found.claim(issues),
      location: locationOf(first.ofPrice),
      confidence: 0.9,
      values: {
        found: first.priced,
        expected: first.stated,
        ...(pairs.length > 1 && { places: String(pairs.length) }),
      },
      corrections: [write(true), write(false)],
    },
  ];
}
