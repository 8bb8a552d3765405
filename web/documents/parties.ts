/** What the service is asked about a party of an invoice; null: the invoice does not say it. */
export type Party = { readonly vat: string | null; readonly endpoint: string | null };

/** A party stands within so many characters; what is larger is none that anybody wrote. */
const LONGEST_PARTY = 50_000;

/**
 * The VAT number (BT-31, BT-48) and the electronic address (BT-34, BT-49) of a party of a UBL document, from its text: the
 * page asks about them and judges nothing by them.
 */
export function partyOf(xml: string, role: 'AccountingSupplierParty' | 'AccountingCustomerParty'): Party {
  const from = xml.indexOf(`${role}>`);
  const until = xml.indexOf(`${role}>`, from + 1);
  const text = from < 0 || until < 0 ? '' : xml.slice(from, Math.min(until, from + LONGEST_PARTY));
  const [, attributes = '', identifier] = /<(?:\w+:)?EndpointID(\s[^<>]*)>\s*([^<>\s]{1,100})\s*</.exec(text) ?? [];
  const scheme = /\sschemeID\s*=\s*["'](\d{4})["']/.exec(attributes)?.[1];
  // Of several schemes only VAT has a number with its country.
  const numbers = [...text.matchAll(/<(?:\w+:)?CompanyID(?:\s[^<>]*)?>\s*([0-9A-Z+*]{4,15})\s*</g)];
  const vat = numbers.map(([, number = '']) => number).find((number) => /^[A-Z]{2}/.test(number)) ?? null;
  return { vat, endpoint: scheme === undefined ? null : `${scheme}:${identifier}` };
}
