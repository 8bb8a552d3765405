import { locationOf } from '@e-invoice/schematron/xml';
import { correctIco } from '../../../check-digits.ts';
import { attributeOf, childrenOf, elementAt, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { isSlovakNumber } from './vat-prefix.ts';

/** Detects the IČO and the DIČ of a party in each other's place (BT-30, BT-32, BT-47). */
export function detectSwappedNumbers(found: Case): Mistake[] {
  const rules = found.openOf('SK-R-006', 'SK-R-007', 'SK-R-013');
  const parties = new Set(
    rules.flatMap((index) => {
      const element = found.elementOf(index);
      return (element === null ? null : enclosing(element, 'cac:Party')) ?? [];
    }),
  );
  return [...parties].flatMap((party): Mistake[] => {
    const legal = elementAt(party, 'cac:PartyLegalEntity/cbc:CompanyID');
    const tax = childrenOf(party, 'cac:PartyTaxScheme')
      .filter((scheme) => textAt(scheme, 'cac:TaxScheme/cbc:ID') !== 'VAT')
      .map((scheme) => elementAt(scheme, 'cbc:CompanyID'))[0];
    if (legal === null || tax == null || attributeOf(legal, 'schemeID') !== '0158') return [];
    const [ico, dic] = [textOf(tax), textOf(legal)];
    if (!/^\d{8}$/.test(ico) || correctIco(ico) !== ico || !isSlovakNumber(dic)) return [];
    const issues = rules.filter((index) => {
      const element = found.elementOf(index);
      return element !== null && enclosing(element, 'cac:Party') === party;
    });
    const swap = (): Correction | null => {
      const correction = toCorrection([found.editor().replaceText(legal, ico), found.editor().replaceText(tax, dic)]);
      return correction === null ? null : { ...correction, id: 'swap' };
    };
    return [
      {
        id: 'ico-dic-swapped',
        issues: found.claim(issues),
        location: locationOf(legal),
        confidence: 0.95,
        values: { ico, dic },
        corrections: [swap],
      },
    ];
  });
}
