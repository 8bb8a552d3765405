import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { childrenOf, elementAt, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { groupBy } from './remaining.ts';
import { rulesOf } from './vat-rules.ts';

/** Detects VAT identifiers of a party under another tax scheme than VAT, where they are not read (BT-31, BT-48). */
export function detectOtherTax(found: Case): Mistake[] {
  const byPlace = groupBy(found.openOf('SK-R-104'), (index) => found.issues[index]!.location);
  const ofSeller = sellerScheme(found);
  const stated = [...byPlace.values()].map((indexes) => {
    const element = found.elementOf(indexes[0]!);
    return { indexes, scheme: element === null ? null : enclosing(element, 'cac:PartyTaxScheme') };
  });
  const all = ofSeller === null ? stated : [...stated, { indexes: found.openOf(...SELLER_RULES), scheme: ofSeller }];
  return all.flatMap(({ indexes, scheme }): Mistake[] => {
    const tax = scheme === null ? null : elementAt(scheme, 'cac:TaxScheme/cbc:ID');
    if (scheme === null || tax === null || textOf(tax) === '') return [];
    return [
      {
        id: 'vat-number-under-other-tax',
        issues: found.claim(indexes),
        location: locationOf(tax),
        confidence: 0.9,
        values: { found: textAt(scheme, 'cbc:CompanyID') ?? '', tax: textOf(tax) },
        corrections: [() => toCorrection([found.editor().replaceText(tax, 'VAT')])],
      },
    ];
  });
}

/** Rules that miss the VAT identifier of the seller (BT-31). */
const SELLER_RULES = [...rulesOf('02', '03', '04').filter((rule) => !/^BR-(?:AE|IC|O)-/.test(rule)), 'SK-R-040'];

/** The registration with the seller's VAT identifier, with the prefix of its country, if no registration is for VAT. */
function sellerScheme({ root, openOf }: Case): XmlElement | null {
  const party = root === null ? null : elementAt(root, 'cac:AccountingSupplierParty/cac:Party');
  if (party === null || openOf(...SELLER_RULES).length === 0) return null;
  const schemes = childrenOf(party, 'cac:PartyTaxScheme');
  const country = textAt(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode') ?? '';
  const prefix = country === 'GR' ? 'EL' : country;
  if (country === '' || schemes.some((scheme) => textAt(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT')) return null;
  return schemes.find((scheme) => textAt(scheme, 'cbc:CompanyID')?.startsWith(prefix) === true) ?? null;
}
