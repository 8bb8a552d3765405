import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { isEuState } from '../../../member-states.ts';
import { childrenOf, elementAt, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { categoriesOf, LEGAL_REASONS, REASONS } from './vat-rules.ts';

const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';

/** Northern Ireland and Monaco: supplies of goods to them are intra-Community supplies. */
const LIKE_MEMBERS = ['XI', 'MC'];
const isInside = (country: string): boolean => isEuState(country) || LIKE_MEMBERS.includes(country);

/**
 * Detects an intra-Community supply (K) to a buyer outside the Union without a VAT identifier of a member state. The
 * buyer cannot have one, so the category is the mistake, not the missing identifier or delivery country.
 */
export function detectOutsideUnion(found: Case): Mistake[] {
  const { root } = found;
  if (root === null || found.openOf('BR-IC-02', 'BR-IC-03', 'BR-IC-04').length === 0) return [];
  const [seller, buyer] = ['Supplier', 'Customer'].map((side) =>
    elementAt(root, `cac:Accounting${side}Party/cac:Party`),
  );
  const country = buyer == null ? '' : (textAt(buyer, COUNTRY) ?? '');
  const delivered = textAt(root, 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode');
  if (!/^[A-Z]{2}$/.test(country) || isInside(country) || (delivered !== null && isInside(delivered))) return [];
  if (seller == null || !hasVat(seller) || hasVat(buyer!)) return [];
  const places = categoriesOf(root).filter((it) => textAt(it, 'cbc:ID') === 'K');
  const [first] = places;
  if (first === undefined) return [];
  const toExport = (): Correction | null =>
    toCorrection(
      places.flatMap((place) => [
        found.editor().replaceText(childrenOf(place, 'cbc:ID')[0]!, 'G'),
        ...rewrite(found, place, 'cbc:TaxExemptionReasonCode', REASONS.get('K'), REASONS.get('G')),
        ...rewrite(
          found,
          place,
          'cbc:TaxExemptionReason',
          /§ ?43|členského štátu|intra-?community/i,
          LEGAL_REASONS.get('G'),
        ),
      ]),
    );
  return [
    {
      id: 'buyer-outside-union',
      issues: found.claim(found.openOf('BR-IC-02', 'BR-IC-03', 'BR-IC-04', 'BR-IC-12', 'SK-R-049', 'SK-R-105')),
      location: locationOf(first),
      confidence: 0.9,
      values: { country },
      corrections: [toExport],
    },
  ];
}

const hasVat = (party: XmlElement): boolean =>
  childrenOf(party, 'cac:PartyTaxScheme').some((scheme) => textAt(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT');

/** Replaces a text of a category that belongs to its former code. */
const rewrite = (found: Case, place: XmlElement, name: string, former: string | RegExp = '', text = '') =>
  childrenOf(place, name).flatMap((element) => {
    const stated = textOf(element);
    const isFormer = typeof former === 'string' ? stated === former : former.test(stated);
    return isFormer ? [found.editor().replaceText(element, text)] : [];
  });
