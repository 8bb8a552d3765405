import type { XmlElement } from '@e-invoice/schematron/xml';
import { correctDic } from '../../../check-digits.ts';
import { elementAt, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Whether the value has ten digits with the check digit of a DIČ, which follow SK in an IČ DPH. */
export const isSlovakNumber = (value: string): boolean => /^\d{10}$/.test(value) && correctDic(value) === value;

export const countryOf = (scheme: XmlElement | null): string | null => {
  const party = scheme === null ? null : enclosing(scheme, 'cac:Party');
  return party === null ? null : textAt(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode');
};

/**
 * Adds the country prefix to a VAT number: for Slovakia if the check digit is right, for other countries if the
 * electronic address is the same number with prefix. A party that is not registered for VAT has the number without
 * prefix.
 */
export function putPrefix(found: Case, scheme: XmlElement): Correction | null {
  const country = countryOf(scheme);
  const number = elementAt(scheme, 'cbc:CompanyID');
  if (country === null || number === null) return null;
  const written = `${country}${textOf(number)}`;
  const address = textAt(enclosing(scheme, 'cac:Party') ?? scheme, 'cbc:EndpointID');
  const isKnown = country === 'SK' ? isSlovakNumber(textOf(number)) : address === written;
  return isKnown ? toCorrection([found.editor().replaceText(number, written)]) : null;
}
